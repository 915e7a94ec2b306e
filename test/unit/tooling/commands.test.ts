import { describe, expect, it } from 'vitest';
import { compareCommands } from '../../../scripts/lib/commands.mjs';

const manifest = {
  activationEvents: ['onWebviewPanel:kubeletTimeline.panel'],
  contributes: {
    commands: [{ command: 'kubeletTimeline.show' }],
    menus: { commandPalette: [{ command: 'kubeletTimeline.show' }] },
    configuration: { properties: { 'kubeletTimeline.year': {} } },
  },
};
const ids = {
  commandIds: { show: 'kubeletTimeline.show' },
  panelType: 'kubeletTimeline.panel',
  settingIds: { year: 'kubeletTimeline.year' },
};
const sources = new Map([
  ['src/editor/commands.ts', 'vscode.commands.registerCommand(commandIds.show, () => show());'],
]);

describe('compareCommands', () => {
  it('is content when manifest, ids and registrations agree', () => {
    expect(compareCommands(manifest, ids, sources)).toEqual([]);
  });

  it('finds a declared command that nothing registers', () => {
    expect(compareCommands(manifest, ids, new Map())).toEqual([
      'kubeletTimeline.show is declared in package.json, but nothing registers it',
    ]);
  });

  it('finds a registered command that is not declared', () => {
    const more = new Map([...sources, ['src/editor/more.ts', "registerCommand('kubeletTimeline.hidden', f)"] as const]);
    expect(compareCommands(manifest, ids, more)).toEqual([
      'kubeletTimeline.hidden is registered, but not declared in package.json',
    ]);
  });

  it('finds a menu entry without a command', () => {
    const wrong = {
      contributes: { ...manifest.contributes, menus: { 'editor/title': [{ command: 'kubeletTimeline.shwo' }] } },
      activationEvents: manifest.activationEvents,
    };
    expect(compareCommands(wrong, ids, sources)).toEqual([
      'menu editor/title names kubeletTimeline.shwo, which is not among the commands',
    ]);
  });

  it('finds an id that the manifest does not know, and a registration by no id', () => {
    expect(compareCommands(manifest, { ...ids, settingIds: { yaer: 'kubeletTimeline.yaer' } }, sources)).toEqual([
      'src/editor/ids.ts holds kubeletTimeline.yaer, which package.json does not know',
    ]);
    const unknown = new Map([...sources, ['src/editor/more.ts', 'registerCommand(commandIds.hide, f)'] as const]);
    expect(compareCommands(manifest, ids, unknown)).toEqual([
      'src/editor/more.ts: registerCommand(commandIds.hide …) names no id of src/editor/ids.ts',
    ]);
  });
});
