import { describe, expect, it } from 'vitest';
import { panelTitles } from '../../../src/editor/panel/panelTitles.ts';

describe('the title of a timeline', () => {
  it('is the name of its log', () => {
    expect(panelTitles(['/var/log/kubelet.log', '/var/log/node-2.log', 'Untitled-1', ''])).toEqual([
      'Timeline: kubelet.log',
      'Timeline: node-2.log',
      'Timeline: Untitled-1',
      'Timeline: ',
    ]);
  });

  it('tells logs of one name apart by the nearest folder that does', () => {
    expect(panelTitles(['/gather/n1/kubelet.log', '/gather/n2/kubelet.log'])).toEqual([
      'Timeline: n1/kubelet.log',
      'Timeline: n2/kubelet.log',
    ]);
    expect(panelTitles(['/g/nodes/a/logs/kubelet.log', '/g/nodes/b/logs/kubelet.log', '/x.log'])).toEqual([
      'Timeline: a/…/kubelet.log',
      'Timeline: b/…/kubelet.log',
      'Timeline: x.log',
    ]);
    expect(panelTitles(['/kubelet.log', '/old/kubelet.log'])).toEqual([
      'Timeline: kubelet.log',
      'Timeline: old/kubelet.log',
    ]);
  });
});
