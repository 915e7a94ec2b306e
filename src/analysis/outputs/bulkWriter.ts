import type { ContainerHistory, ContainerStateInterval, PlegEvent, PodHistory } from '../../inference/history.ts';
import { encodeText } from '../../journal/bytes/bytes.ts';
import type { TimeBounds } from '../../kubelet/time.ts';
import type { PodReference } from '../../messages/fact.ts';
import { type JsonBytes, jsonText } from './jsonBytes.ts';
import { podName } from './podName.ts';

const COMMA = encodeText(',');
const CLOSE = encodeText('}');
const CLOSE_LIST = encodeText(']}');
const LINE = encodeText('{"line":');
const SOURCE = encodeText(',"source":');
const TIME = encodeText(',"time":');
const PROCESS = encodeText(',"process":');
const TYPE = encodeText(',"type":');
const POD_UID = encodeText(',"podUid":');
const POD = encodeText(',"pod":');
const CONTAINER_ID = encodeText(',"containerId":');
const UID = encodeText('{"uid":');
const NAMESPACE = encodeText(',"namespace":');
const NAME = encodeText(',"name":');
const CONTAINERS = encodeText(',"containers":[');
const ID = encodeText('{"id":');
const KIND = encodeText(',"kind":');
const STATES = encodeText(',"states":[');
const STATE = encodeText('{"state":');
const FROM = encodeText(',"from":');
const FROM_OPEN = encodeText(',"fromOpen":true');
const TO = encodeText(',"to":');
const EXIT_CODE = encodeText(',"exitCode":');
const MIN = encodeText('{"min":');
const MAX = encodeText(',"max":');

/** Writes events and pods as the text of their JSON, part by part: the same as `JSON.stringify` of their plain data, which costs several times as much. */
export class BulkWriter {
  readonly #several: boolean;
  readonly #out: JsonBytes;
  /** The types of events of the process that wrote last, each with its process as text behind the time. */
  #lastProcess = '';
  readonly #types = new Map<string, Uint8Array>();

  /** `several`: there are several sources, so that a line needs its source. */
  constructor(several: boolean, out: JsonBytes) {
    this.#several = several;
    this.#out = out;
  }

  event({ line, source, time, process, type, pod, containerId }: PlegEvent): void {
    const out = this.#out;
    out.raw(LINE);
    out.number(line);
    if (this.#several) {
      out.raw(SOURCE);
      out.number(source);
    }
    out.raw(TIME);
    out.time(time);
    this.#typeOf(process, type);
    this.#podOf(pod);
    this.#known(CONTAINER_ID, containerId);
    out.raw(CLOSE);
  }

  pod({ uid, namespace, name, containers }: PodHistory): void {
    const out = this.#out;
    out.raw(UID);
    out.string(uid);
    this.#known(NAMESPACE, namespace);
    this.#known(NAME, name);
    out.raw(CONTAINERS);
    for (let index = 0; index < containers.length; index += 1) {
      if (index > 0) out.raw(COMMA);
      this.#container(containers[index] as ContainerHistory);
    }
    out.raw(CLOSE_LIST);
  }

  #container({ id, name, kind, states }: ContainerHistory): void {
    const out = this.#out;
    out.raw(ID);
    out.string(id);
    this.#known(NAME, name);
    out.raw(KIND);
    out.string(kind);
    out.raw(STATES);
    for (let index = 0; index < states.length; index += 1) {
      if (index > 0) out.raw(COMMA);
      this.#state(states[index] as ContainerStateInterval);
    }
    out.raw(CLOSE_LIST);
  }

  #state({ state, from, fromOpen, to, exitCode }: ContainerStateInterval): void {
    const out = this.#out;
    out.raw(STATE);
    out.string(state);
    out.raw(FROM);
    this.#bounds(from);
    if (fromOpen !== undefined) out.raw(FROM_OPEN);
    if (to !== undefined) {
      out.raw(TO);
      this.#bounds(to);
    }
    if (exitCode !== undefined) {
      out.raw(EXIT_CODE);
      out.number(exitCode);
    }
    out.raw(CLOSE);
  }

  /** A member where its value is known. */
  #known(name: Uint8Array, value: string | undefined): void {
    if (value === undefined) return;
    this.#out.raw(name);
    this.#out.string(value);
  }

  #bounds({ min, max }: TimeBounds): void {
    const out = this.#out;
    out.raw(MIN);
    out.time(min);
    out.raw(MAX);
    out.time(max);
    out.raw(CLOSE);
  }

  /** Events of one process mostly come in a row, and there are few types. Where they do not, a text that is kept would be made for each event. */
  #typeOf(process: string, type: string): void {
    const out = this.#out;
    if (process !== this.#lastProcess) {
      this.#lastProcess = process;
      if (this.#types.size > 0) this.#types.clear();
      out.raw(PROCESS);
      out.string(process);
      out.raw(TYPE);
      out.string(type);
      return;
    }
    let text = this.#types.get(type);
    if (text === undefined) {
      text = encodeText(`,"process":${jsonText(process)},"type":${jsonText(type)}`);
      this.#types.set(type, text);
    }
    out.raw(text);
  }

  #podOf(pod: PodReference): void {
    const out = this.#out;
    if (pod.uid !== undefined) {
      out.raw(POD_UID);
      out.string(pod.uid);
    }
    const name = podName(pod);
    if (name !== undefined) {
      out.raw(POD);
      out.string(name);
    }
  }
}
