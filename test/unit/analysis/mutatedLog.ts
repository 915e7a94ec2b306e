/**
 * Logs made to lead the fast way astray: messages of the catalogue that come again and again with one value changed, with another value's beginning, with quotes and escapes, with
 * values in lines of their own, and more of them than any table of known values has room for.
 */
import { writeKlogHeader } from '../../../src/journal/klog/klogLine.ts';
import { writePairs } from '../../../src/journal/klog/klogValue.ts';
import { writeQuoted } from '../../../src/journal/klog/goQuote.ts';
import type { Instant } from '../../../src/kubelet/time.ts';
import { KUBELET_ROWS, NEIGHBOUR_ROWS } from '../../../src/messages/catalogue/index.ts';
import type { MessageRow } from '../../../src/messages/contract.ts';
import { fieldType } from '../../../src/messages/recognise/fieldType.ts';
import { neighbourOwner } from '../messages/neighbourOwner.ts';
import { parseTemplate } from '../../../src/messages/recognise/template.ts';
import { type FieldValues, writeMessage } from '../../../src/messages/write.ts';
import type { Random } from '../../fuzz/random.ts';

const UID = '0a67324e-69fe-4f79-aa3e-15517a14227';
const ID = '0123456789abcdef'.repeat(4);

/** Pods that are easily taken for one another. */
const PODS: readonly (readonly [name: string, uid: string])[] = [
  ['shop/web-1', `${UID}1`],
  ['shop/web-1', `${UID}2`],
  ['shop/web-10', `${UID}3`],
  ['shop/web', UID],
  ['shop/web-2', 'd'.repeat(32)],
  ['shop/we"b', `${UID}4`],
  ['a/b', '1234'],
  ['shop/web-1 ', `${UID}5`],
  ['sho/pweb-1', `${UID}6`],
  ['alone', `${UID}7`],
  ['shop/new', ''],
  ['', `${UID}8`],
];
const WORDS = [
  'app',
  'side',
  'app-2',
  'a b',
  // In quotes the one is spelt as the other is without.
  'a\\b',
  'a\\\\b',
  'a"b',
  'api',
  'Liveness',
  'Readiness',
  'failure',
  'zürich',
  'tab\there',
  '',
];
const ERRORS = [
  'context deadline exceeded',
  'two\nlines of it',
  'first\ncontext deadline exceeded',
  // Texts of one length of which only numbers differ, before the pod that they name and behind it.
  'failed to start container of attempt NNNN pod=POD',
  'failed to start container pod=POD, N',
  'rpc error: code = DeadlineExceeded desc = context deadline exceeded',
  'rpc error: code = Unknown desc = failed to get sandbox "x": not found',
  'dial tcp 10.1.2.3:8080: connect: connection refused',
  'Get "https://10.0.0.1:6443/api/v1/nodes/worker-2?timeout=10s": dial tcp 10.0.0.1:6443: i/o timeout',
  'failed to "StartContainer" for "app" with CrashLoopBackOff: "back-off 5m0s restarting failed container=app pod=POD"',
  'failed to "StartContainer" for "app" with CrashLoopBackOff: "back-off 5m0s restarting failed container=app pod=POD\\"',
  'failed to "StartContainer" for "side" with CrashLoopBackOff: "back-off 40s restarting failed container=side pod=POD"',
  'failed to "StartContainer" for "app" with ImagePullBackOff: "Back-off pulling image \\"registry.example/app:1\\""',
  'failed to "CreatePodSandbox" for "POD" with CreatePodSandboxError: "rpc error: code = Unknown desc = plugin type=\\"calico\\" failed (add): no"',
  'unmounted volumes=[data], unattached volumes=[], failed to process volumes=[]: context deadline exceeded',
  'HTTP probe failed with statuscode: 503',
  'nodes "worker-2" not found',
  'ends with a backslash \\',
  '',
];

/** How the kubelets of a time write values. */
const VERSIONS = [
  { version: 'v1.19.3', form: 'unstructured', eventForm: 2 },
  { version: 'v1.22.4', form: 'structured', eventForm: 1 },
  { version: 'v1.26.1', form: 'structured', eventForm: 1 },
  { version: 'v1.30.4', form: 'structured', eventForm: 0 },
  { version: 'v1.36.2', form: 'structured', eventForm: 0 },
] as const;

interface Written {
  readonly file: string;
  readonly severity: 'I' | 'W' | 'E' | 'F';
  /** With its further lines. */
  readonly texts: readonly string[];
}

/** Values of fields, drawn from few or from many. */
class Values {
  readonly #random: Random;
  readonly #many: number;
  /** The pod of the line in hand. */
  #own = 0;
  /** In which form kubelets of the version write an event; now and then another one stands there. */
  eventForm = 0;

  /** `many`: so many pods there are; 0: the few of the lists. */
  constructor(random: Random, many: number) {
    this.#random = random;
    this.#many = many;
  }

  /** The next values are of a line about another pod. */
  next(): void {
    this.#own = this.#any();
  }

  of(row: MessageRow, field: string): string {
    const random = this.#random;
    switch (fieldType(row.id, field)) {
      case 'pod':
        return this.#pod();
      case 'pods':
        return JSON.stringify(Array.from({ length: random.below(4) }, () => this.#pod(this.#any())));
      case 'uid':
        return this.#uid();
      case 'container-id':
        return this.#id();
      case 'node':
        return random.pick(['worker-2', 'worker-22', 'worker']);
      case 'duration':
        return random.pick(['1s', '1.5s', '2m0s', '1m30.25s', 'soon']);
      case 'integer':
        return String(random.below(random.below(4) === 0 ? 100_000 : 4));
      case 'number':
        return String(random.below(9000) / 1000);
      case 'boolean':
        return random.pick(['true', 'false']);
      case 'value':
        return this.#event();
      case 'error':
        return this.#error();
      case 'name':
        return random.pick(['failure', 'success', 'unknown']);
      case 'text':
        return random.below(3) === 0 ? this.#error() : this.#word();
    }
  }

  #pod(pod = this.#own): string {
    return this.#many > 0 ? `shop/web-${pod >> 1}` : (PODS[pod]?.[0] ?? '');
  }

  #uid(pod = this.#own): string {
    return this.#many > 0 ? `${UID}${pod}` : (PODS[pod]?.[1] ?? '');
  }

  #any(): number {
    return this.#random.below(this.#many > 0 ? this.#many : PODS.length);
  }

  /** As errors spell a pod, which mostly is that of the line. */
  #spelt(): string {
    const pod = this.#random.below(10) === 0 ? this.#any() : this.#own;
    const [namespace = '', name = namespace] = this.#pod(pod).split('/');
    return `${name}_${namespace}(${this.#uid(pod)})`;
  }

  #word(): string {
    return this.#random.below(20) === 0 ? 'w'.repeat(this.#random.below(900)) : this.#from(WORDS);
  }

  #id(): string {
    const random = this.#random;
    const which = random.below(this.#many > 0 ? 4096 : 3);
    const id = `${ID.slice(0, -3)}${which.toString(16).padStart(3, '0')}`;
    return random.below(12) > 0 ? id : random.pick([id.toUpperCase(), id.slice(0, 12), `containerd://${id}`, '']);
  }

  #event(): string {
    const random = this.#random;
    const type = random.pick(['ContainerStarted', 'ContainerDied', 'ContainerRemoved', 'PodSync', 'Container']);
    const [uid, id] = [this.#uid(), this.#id()];
    const forms = [
      JSON.stringify({ ID: uid, Type: type, Data: id }),
      `&{ID:${uid} Type:${type} Data:${id}}`,
      `&pleg.PodLifecycleEvent{ID:"${uid}", Type:"${type}", Data:"${id}"}`,
    ];
    return forms[random.below(12) === 0 ? random.below(forms.length) : this.eventForm] ?? '';
  }

  #error(): string {
    const error = this.#from(ERRORS)
      .replaceAll('POD', this.#spelt())
      .replaceAll('NNNN', () => String(1000 + this.#random.below(9000)))
      .replaceAll(/, N$/g, () => `, ${this.#random.below(10)}`);
    return this.#random.below(6) === 0 ? `${error} ${this.#random.below(1000)}` : error;
  }

  /** Mostly one of the first, so that values come again. */
  #from(all: readonly string[]): string {
    return all[this.#random.below(1 + this.#random.below(all.length))] ?? '';
  }
}

/** Fields of a row that a kubelet may write: not all keys always. */
function fieldsOf(row: MessageRow, values: Values, random: Random): FieldValues {
  values.next();
  const names = row.form === 'structured' ? row.keys : parseTemplate(row.template).names;
  const left = random.below(8) === 0 ? random.below(names.length + 1) : names.length;
  return Object.fromEntries(names.filter((_, index) => index !== left).map((name) => [name, values.of(row, name)]));
}

/** The same with one value changed; what tells the pod is mostly changed together, else lines contradict each other. */
function changed(row: MessageRow, before: FieldValues, values: Values, random: Random): FieldValues {
  const names = Object.keys(before);
  const name = names[random.below(names.length)];
  if (name === undefined) return before;
  if (!tellsPod(row, name) || random.below(4) === 0) return { ...before, [name]: values.of(row, name) };
  values.next();
  return Object.fromEntries(
    Object.entries(before).map(([key, value]) => [key, tellsPod(row, key) ? values.of(row, key) : value]),
  );
}

function tellsPod(row: MessageRow, field: string): boolean {
  const type = fieldType(row.id, field);
  return type === 'pod' || type === 'uid' || type === 'value';
}

/** As `klog` writes it from 1.24 on: a text with newlines as lines of their own, when it is quoted. */
function written(row: MessageRow, fields: FieldValues, version: string): Written {
  const [, minor = '0'] = version.split('.');
  const { severity, file, form, message, pairs } = writeMessage(row, fields, {
    version: { major: 1, minor: Number(minor), patch: 0 },
  });
  const body = form === 'structured' ? writeQuoted(message) + writePairs(pairs) : message;
  return { file: file === '' ? 'any.go' : file, severity, texts: body.split('\n') };
}

/** Rows that state something, and those of them that a long log is full of; some are in every log. */
const STATING = KUBELET_ROWS.filter((row) => row.facts !== undefined && row.form !== 'error-text');
const ALWAYS = /^(?:prober\.failed|syncloop\.pleg|podworker\.error-syncing)\.[su]$/;
const CROWD = STATING.filter(({ id }) => /^(?:prober|syncloop|podworker|status|pleg|network\.dns)\b/.test(id));
const OTHERS = NEIGHBOUR_ROWS.filter((row) => row.facts !== undefined);

export interface MutatedLog {
  /** Of how many messages, and how many lines. */
  readonly messages: number;
  readonly lines: number;
  /** See `Values`. */
  readonly pods: number;
  /** Of the kubelet; any where it is not given. */
  readonly version?: (typeof VERSIONS)[number]['version'];
}

const LOG_BEGINS = (Date.UTC(2026, 10, 21) * 1000) as Instant;
/** From one line to the next, in the mean. */
const STEP = 150_000;

/** A time within a log of so many lines. */
export function halfwayOf(lines: number): Instant {
  return (LOG_BEGINS + STEP * Math.floor(lines / 2)) as Instant;
}

function oneOf<T>(all: readonly T[], random: Random): T {
  const one = all[random.below(all.length)];
  if (one === undefined) throw new Error('there is none');
  return one;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** Hosts of the journal; the second is a word that probes' outputs are known by. */
const HOSTS = ['worker-2', 'EOF'];

/** Lines of a journal, as text. */
export function mutatedLog(random: Random, { messages, lines, pods, version: own }: MutatedLog): string[] {
  const log: string[] = [];
  const values = new Values(random, pods);
  const host = oneOf(HOSTS, random);
  let micros: number = LOG_BEGINS;
  const stamp = (): string => {
    const date = new Date(micros / 1000);
    return `Nov 21 ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
  };
  const add = (pid: number, place: number, { file, severity, texts }: Written): void => {
    micros += random.below(2 * STEP);
    const header = { severity, time: micros as Instant, pid, file, fileLine: place };
    texts.forEach((text, index) =>
      log.push(`${stamp()} ${host} kubelet[${pid}]: ${index === 0 ? `${writeKlogHeader(header)} ${text}` : text}`),
    );
  };
  const lives = 1 + random.below(2);
  for (let life = 0; life < lives; life += 1) {
    const pid = 2100 + life;
    const { version, form, eventForm } = oneOf(
      VERSIONS.filter((one) => own === undefined || one.version === own),
      random,
    );
    values.eventForm = eventForm;
    const ofForm = [STATING, CROWD, CROWD].map((rows) => rows.filter((row) => row.form === form));
    add(pid, 487, { file: 'server.go', severity: 'I', texts: [`"Kubelet version" kubeletVersion="${version}"`] });
    for (let index = 0; index < 1010; index += 1)
      add(pid, 809, {
        file: 'status_manager.go',
        severity: 'I',
        texts: [`"Pod status updated" pod="shop/web-1" statusVersion=${index}`],
      });
    const always = STATING.filter((row) => row.form === form && ALWAYS.test(row.id));
    const chosen = Array.from({ length: messages }, (_, index) => {
      const rows = oneOf(ofForm, random);
      const row = always[index] ?? oneOf(rows, random);
      return {
        row,
        // Places of a file may be one, as another version may write another message there.
        place: random.below(10) === 0 ? 100 : 1 + random.below(3000),
        known: Array.from({ length: 1 + random.below(8) }, () => fieldsOf(row, values, random)),
      };
    });
    for (let line = 0; line < lines / lives; line += 1) {
      const { row, place, known } = oneOf(chosen, random);
      const before = oneOf(known, random);
      const changes = random.below(10);
      let fields = before;
      if (changes < 3) {
        fields = changed(row, before, values, random);
        if (changes === 0) known[random.below(known.length)] = fields;
      } else if (changes === 3 || (pods > 0 && changes < 7)) fields = fieldsOf(row, values, random);
      add(pid, random.below(400) === 0 ? place + 1 : place, written(row, fields, version));
      if (random.below(40) === 0) {
        const other = oneOf(OTHERS, random);
        const { message } = writeMessage(other, fieldsOf(other, values, random));
        log.push(`${stamp()} ${host} ${neighbourOwner(other.component) ?? 'sshd'}[7]: ${message.split('\n')[0]}`);
      }
      if (random.below(200) === 0) log.push(`${stamp()} ${host} kubelet[${pid}]: goes on`);
    }
  }
  return log;
}
