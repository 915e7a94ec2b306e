/**
 * The only file that knows `@vscode/webview-ui-toolkit`. Registered is what the page uses and what works under the CSP: the badge and the
 * determinate progress ring write style attributes, so they are left out; the data grid would hold every row, so the table is our own.
 */
import {
  provideVSCodeDesignSystem,
  vsCodeButton,
  vsCodeCheckbox,
  vsCodeDropdown,
  vsCodeOption,
  vsCodeProgressRing,
  vsCodeTextField,
} from '@vscode/webview-ui-toolkit';
import { customElement, element } from './page/dom.ts';

export function registerToolkit(): void {
  provideVSCodeDesignSystem().register(
    vsCodeButton(),
    vsCodeCheckbox(),
    vsCodeDropdown(),
    vsCodeOption(),
    vsCodeProgressRing(),
    vsCodeTextField(),
  );
}

export interface ButtonParts {
  readonly text: string;
  readonly title?: string;
  readonly appearance?: 'primary' | 'secondary' | 'icon';
  readonly className?: string;
  readonly onClick: (event: MouseEvent) => void;
}

export function button(parts: ButtonParts): HTMLElement {
  const made = customElement('vscode-button', {
    text: parts.text,
    attributes: { appearance: parts.appearance ?? 'secondary' },
    ...(parts.title === undefined ? {} : { title: parts.title, label: parts.title }),
    ...(parts.className === undefined ? {} : { className: parts.className }),
  });
  made.addEventListener('click', parts.onClick);
  return made;
}

export interface Choice {
  readonly value: string;
  readonly text: string;
}

/** A dropdown; `set` chooses without telling `changed`. */
export interface Dropdown {
  readonly root: HTMLElement;
  set(value: string): void;
}

export function dropdown(
  label: string,
  choices: readonly Choice[],
  value: string,
  changed: (value: string) => void,
): Dropdown {
  const root = customElement('vscode-dropdown', { label, title: label });
  for (const choice of choices)
    root.append(
      customElement('vscode-option', {
        text: choice.text,
        attributes: { value: choice.value, ...(choice.value === value ? { selected: '' } : {}) },
      }),
    );
  root.addEventListener('change', () => changed(valueOf(root)));
  return {
    root,
    set: (next) => {
      if (valueOf(root) !== next) setValue(root, next);
    },
  };
}

export interface TextField {
  readonly root: HTMLElement;
  get(): string;
  set(value: string): void;
}

export function textField(label: string, placeholder: string, changed: (value: string) => void): TextField {
  const root = customElement('vscode-text-field', { label, attributes: { placeholder } });
  // The toolkit takes what is slotted into the field for its name, whenever it comes onto the page.
  new MutationObserver(() => {
    if (root.getAttribute('aria-label') !== label) root.setAttribute('aria-label', label);
  }).observe(root, { attributeFilter: ['aria-label'] });
  root.addEventListener('input', () => changed(valueOf(root)));
  return { root, get: () => valueOf(root), set: (value) => setValue(root, value) };
}

export interface Checkbox {
  readonly root: HTMLElement;
  set(checked: boolean): void;
}

export function checkbox(text: string, changed: (checked: boolean) => void): Checkbox {
  const root = customElement('vscode-checkbox', { text });
  const isChecked = (): boolean => 'checked' in root && root.checked === true;
  root.addEventListener('change', () => changed(isChecked()));
  return {
    root,
    set: (checked) => {
      if ('checked' in root && isChecked() !== checked) root.checked = checked;
    },
  };
}

export function progressRing(): HTMLElement {
  return element('div', {
    className: 'ring',
    attributes: { 'aria-hidden': 'true' },
    children: [customElement('vscode-progress-ring')],
  });
}

function valueOf(root: HTMLElement): string {
  return 'value' in root && typeof root.value === 'string' ? root.value : '';
}

function setValue(root: HTMLElement, value: string): void {
  if ('value' in root) root.value = value;
  // The toolkit hands it to its input with the next frame: what is typed until then would stand behind the text of before.
  if ('control' in root && root.control instanceof HTMLInputElement) root.control.value = value;
}
