import { describe, expect, it } from 'vitest';
import type { ContainerHistory } from '../../../src/inference/history.ts';
import { HandMadeLog, secondsOf } from '../../support/facts.ts';

const POD = { uid: 'uid-1', namespace: 'default', name: 'web-1' };
const event = (type: 'ContainerStarted' | 'ContainerDied', containerId = 'c1') =>
  ({ kind: 'pleg-event', type, pod: POD, containerId }) as const;
const finished = (containerId = 'c1', exitCode = 1) =>
  ({ kind: 'container-finished', pod: { uid: 'uid-1' }, containerId, exitCode }) as const;

function container(log: HandMadeLog, id = 'c1'): ContainerHistory {
  const found = log
    .history()
    .pods.flatMap((pod) => pod.containers)
    .find((other) => other.id === id);
  if (found === undefined) throw new Error(`no container ${id}`);
  return found;
}

describe('pods', () => {
  it('have one entry for all spellings of their name', () => {
    const log = new HandMadeLog()
      .start()
      .turn(1)
      .add(2, event('ContainerStarted'))
      .add(3, { kind: 'pod-sync-error', pod: { namespace: 'default', name: 'web-1' }, error: { text: 'x' } })
      .add(4, finished());
    expect(log.history().pods.map((pod) => [pod.uid, pod.namespace, pod.name, pod.containers.length])).toEqual([
      ['uid-1', 'default', 'web-1', 1],
    ]);
  });

  it('that only ever have a name are kept by it', () => {
    const [pod] = new HandMadeLog().start().turn(1).history().pods;
    expect([pod?.uid, pod?.name]).toEqual(['web-1_default', 'web-1']);
  });

  it('that only have a uid at first get their name when a line tells it', () => {
    const log = new HandMadeLog()
      .start()
      .add(2, finished())
      .add(3, finished('c2'))
      .add(4, event('ContainerStarted', 'c3'))
      .add(5, finished('c3'));
    expect(log.history().pods).toMatchObject([{ ...POD, containers: [{ id: 'c1' }, { id: 'c2' }, { id: 'c3' }] }]);
  });

  it('named without their namespace at first get it when a line tells it', () => {
    const log = new HandMadeLog()
      .start()
      .add(2, { kind: 'volume-failed', pod: { uid: 'uid-1', name: 'web-1' }, error: { text: 'x' } })
      .add(3, event('ContainerStarted'))
      .add(4, { kind: 'volume-failed', pod: { name: 'web-1' }, error: { text: 'x' } });
    expect(log.history().pods).toMatchObject([POD]);
  });

  it('keep their name when an older pod of that name is heard of again', () => {
    const newer = { ...POD, uid: 'uid-2' };
    const log = new HandMadeLog()
      .start()
      .add(2, { kind: 'volume-failed', pod: { uid: 'uid-1', name: 'web-1' }, error: { text: 'x' } })
      .add(3, event('ContainerStarted'))
      .add(4, { ...event('ContainerStarted', 'c2'), pod: newer })
      .add(5, event('ContainerDied'))
      .add(6, { ...event('ContainerStarted', 'c3'), pod: { namespace: 'default', name: 'web-1' } });
    expect(log.history().pods.map(({ uid, containers }) => [uid, containers.map(({ id }) => id)])).toEqual([
      ['uid-1', ['c1']],
      ['uid-2', ['c2', 'c3']],
    ]);
  });

  it('keep the states of their containers as intervals', () => {
    const log = new HandMadeLog()
      .start()
      .add(2, event('ContainerStarted'))
      .add(60, finished('c1', 137))
      .add(60.01, event('ContainerDied'))
      .add(70, event('ContainerStarted', 'c2'));
    const states = container(log).states;
    expect(states.map((state) => [state.state, state.exitCode])).toEqual([
      ['running', undefined],
      ['exited', 137],
    ]);
    expect(secondsOf(states[0]?.to?.max as never)).toBe(60);
    expect(container(log).kind).toBe('container');
    expect(container(log, 'c2').states.map((state) => state.state)).toEqual(['running']);
  });

  it('show an exit from when PLEG noticed it, though the loop handled the event much later', () => {
    const log = new HandMadeLog()
      .start()
      .add(2, event('ContainerStarted'))
      .add(100, finished())
      .add(212, event('ContainerDied'));
    expect(secondsOf(container(log).states[1]?.from.max as never)).toBe(100);
    expect(container(log).states[1]?.evidence).toHaveLength(2);
  });

  it('do not count a repeated event as a change', () => {
    const log = new HandMadeLog().start().add(2, event('ContainerStarted')).add(3, event('ContainerStarted'));
    expect(container(log).states).toHaveLength(1);
  });

  it('whose exit event was dropped end their running state and claim no other', () => {
    const log = new HandMadeLog()
      .start()
      .add(2, event('ContainerStarted'))
      .add(100, finished())
      .add(100.2, { kind: 'event-channel-full' })
      .add(300);
    const states = container(log).states;
    expect(states.map((state) => [state.state, state.exitCode, secondsOf(state.to?.max as never)])).toEqual([
      ['running', 1, 100],
    ]);
  });

  it('tell sandboxes from containers where a line does', () => {
    const log = new HandMadeLog().start().add(2, event('ContainerStarted', 's1'));
    expect(container(log, 's1').kind).toBe('unknown');
    log.add(3, { kind: 'inspect-failed', pod: POD, sandboxId: 's1', error: { text: 'x' } });
    expect(container(log, 's1').kind).toBe('sandbox');
  });

  it('learn the names of containers from runtime ids with a scheme', () => {
    const log = new HandMadeLog().start().add(2, event('ContainerStarted')).add(3, {
      kind: 'container-named',
      pod: POD,
      containerId: 'containerd://c1',
      container: 'nginx',
      what: 'killing',
    });
    expect(container(log).name).toBe('nginx');
  });

  it('have containers of which a line tells only whose they are, and names told without a pod', () => {
    const log = new HandMadeLog()
      .start()
      .add(2, event('ContainerStarted'))
      .add(3, { kind: 'container-named', pod: POD, containerId: 'containerd://c2', what: 'killing' });
    log
      .add(4, { kind: 'container-named', pod: {}, containerId: 'c1', container: 'app', what: 'killing' })
      .add(5, { kind: 'container-named', pod: {}, containerId: 'c3', what: 'removing' });
    expect(log.history().pods.map(({ containers }) => containers.map(({ id, name }) => [id, name]))).toEqual([
      [
        ['c1', 'app'],
        ['c2', undefined],
      ],
    ]);
    expect(log.history().facts.filter(({ fact }) => fact.kind === 'container-named')).toHaveLength(3);
  });
});

describe('events', () => {
  it('are kept one by one, with one copy of pod and ids', () => {
    const log = new HandMadeLog().start();
    for (let count = 0; count < 6; count += 1)
      log.add(2 + count, event(count % 2 === 0 ? 'ContainerStarted' : 'ContainerDied'));
    const events = log.history().plegEvents;
    expect(events.map((found) => [found.type, found.process, found.containerId])).toEqual(
      Array.from({ length: 6 }, (_, count) => [
        count % 2 === 0 ? 'ContainerStarted' : 'ContainerDied',
        'process-1',
        'c1',
      ]),
    );
    expect(events[0]?.pod).toBe(events[5]?.pod);
  });
});
