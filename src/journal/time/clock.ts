import { isKubeletName } from '../../kubelet/writers.ts';
import type { Origin } from '../envelope/origin.ts';
import type { ReaderOptions } from '../record.ts';
import { CompletedDates } from './completedDates.ts';
import { type ZoneRule, zoneRule } from './zones.ts';

const SECOND = 1_000_000;
const DAY = 86_400 * SECOND;
/** What may still be learned of a zone moves times by less. */
const FARTHEST_SHIFT = 2 * DAY;
/** The change of a zone's offset between two times moves those around it by less. */
const AROUND_A_CHANGE = 7200 * SECOND;
const QUARTER_HOUR = 900 * SECOND;
/** The times of klog headers stand out of order by less than this. */
const OUT_OF_ORDER = 5 * SECOND;
/** Minutes east of UTC that some place keeps; differences that are none of these are lateness. */
const REAL_ZONES: readonly number[] = [
  ...Array.from({ length: 27 }, (_unused, i) => (i - 12) * 60),
  -570,
  -210,
  -150,
  210,
  270,
  330,
  345,
  390,
  525,
  570,
  630,
  765,
  825,
].map((minutes) => minutes * 60 * SECOND);
/** So many klog records are looked at before the zone is settled from late ones. */
const LEARNING_RECORDS = 64;
/** Late ones within less time, up to so many of them, do not show whether their stamps are of the time at which they were printed. */
const TELLING_SPAN = 20 * SECOND;
const MOST_LEARNING_RECORDS = 1024;
/** Records that a program printed again have stamps that lie closer together than their own times, by this much. */
const PRINTED_SHARE = 10;
/** A line that came on time within so long shows that the journal is not behind. */
const JUST_BEFORE = 60 * SECOND;
/** A journal takes up lines less late than this. */
const LATEST = QUARTER_HOUR;
/** The stamps of one boot go back by less. */
const NEXT_BOOT = 60 * SECOND;
/** So many records without a stamp, and none with one: there will be none. */
const BARE_RECORDS = 8;

/** What kind of time an envelope prints. */
export type StampKind = 'none' | 'absolute' | 'local' | 'monotonic';

/**
 * Learns zones (design section 4, Clocks). Local times come in as microseconds as if UTC; what goes out is one clock for klog
 * headers and envelopes: UTC where the zone is known, else the kubelet's own local time as if UTC.
 */
export class RecordClock {
  /** Completes dates without a year, before their times come here. */
  readonly dates: CompletedDates;
  readonly #rule: ZoneRule | undefined;
  /** What tells the two passes of an hour apart that the end of daylight saving repeats: the time of the klog header before, or the stamp with a zone beside it. */
  #given = Number.NaN;
  #stamped = Number.NaN;
  readonly #isSecond = (first: number, second: number): boolean => {
    if (!Number.isNaN(this.#stamped)) return Math.abs(second - this.#stamped) < Math.abs(first - this.#stamped);
    return first < this.#given - OUT_OF_ORDER;
  };
  #settled = false;
  #bare = 0;
  #known: boolean;
  /** Added to klog times. */
  #klogShift = 0;
  /** Added to local and monotonic stamps, before `#klogShift`. */
  #stampShift = 0;
  #candidate = Number.NaN;
  #candidateKind: StampKind = 'none';
  #seen = 0;
  /** Between which times those lie that were seen, and between which their stamps. */
  #klogSpan = NO_SPAN;
  #stampSpan = NO_SPAN;
  /** The stamps tell when something printed the log again, and nothing of the log. */
  #isPrinted = false;
  #lastOnTime = Number.NaN;
  /** How far the clock of the header before was ahead of its stamp, if nothing came on time since. */
  #ahead = Number.NaN;
  /** The last stamp since the boot. */
  #uptime = Number.NaN;
  /** Under which name those lines stand from which the zone was learned. */
  #teacher: string | undefined;
  /** Of which machine they are. */
  #machine: string | undefined;

  constructor(options: ReaderOptions) {
    this.#rule = options.timeZone === undefined ? undefined : zoneRule(options.timeZone);
    this.#known = this.#rule !== undefined;
    this.dates = new CompletedDates(options);
  }

  /** Whether times can be given out; before, records must wait. */
  get settled(): boolean {
    return this.#settled;
  }

  get zoneKnown(): boolean {
    return this.#known;
  }

  /** Takes in a stamp since the boot; `true` where it is of a later boot than the one before, whose begin its own klog headers tell. */
  isOfNextBoot(stamp: number): boolean {
    const isNext = stamp < this.#uptime - NEXT_BOOT;
    this.#uptime = stamp;
    return isNext;
  }

  /** Forgets when the machine booted. */
  forgetBoot(): void {
    this.#settled = false;
    this.#candidateKind = 'none';
    this.#candidate = Number.NaN;
    this.#bare = 0;
  }

  /**
   * Takes in a klog time (local) beside the envelope's stamp and learns the zone from their difference. `origin`: who the envelope says wrote it. Returns `true` when the
   * zone changed after it was settled.
   */
  learn(klog: number, stamp: number, kind: StampKind, origin?: Origin): boolean {
    if (kind === 'none') {
      // The first lines of a paste may have lost their stamps: the zone that later ones tell is theirs, too.
      if (this.#candidateKind === 'none' && ++this.#bare >= BARE_RECORDS) this.#settled = true;
      return false;
    }
    const difference = klog - stamp;
    const writer = origin?.identifier;
    if (this.#isGuest(writer) || this.#isElsewhere(origin)) return false;
    if (this.#settled && this.#candidateKind === kind && !this.#isGuestOf(writer))
      return this.#relearn(difference, kind, stamp);
    this.#teacher = writer;
    this.#machine = origin?.host;
    if (this.#candidateKind !== kind) {
      this.#candidateKind = kind;
      this.#candidate = difference;
      this.#seen = 0;
      this.#klogSpan = NO_SPAN;
      this.#stampSpan = NO_SPAN;
    }
    if (difference > this.#candidate) this.#candidate = difference;
    this.#seen++;
    this.#klogSpan = widened(this.#klogSpan, klog);
    this.#stampSpan = widened(this.#stampSpan, stamp);
    const rounded = roundToQuarter(difference);
    if (kind === 'monotonic') this.#settle(difference, kind);
    // A kubelet may follow, which knows better.
    else if (!this.#settled && writer !== undefined && !isKubeletName(writer) && this.#seen < LEARNING_RECORDS)
      return false;
    else if (Math.abs(difference - rounded) <= 2 * SECOND && (kind === 'local' || REAL_ZONES.includes(rounded))) {
      this.#settle(rounded, kind);
      this.#lastOnTime = stamp;
    } else if (this.#settled || this.#hasSeenEnough) this.#settleLate(kind);
    return false;
  }

  /** Whether the zone was learned from others: a container whose lines the journal has, too, mostly writes in UTC. */
  #isGuest(writer: string | undefined): boolean {
    const isLearned = this.#settled && this.#candidateKind !== 'none';
    return isLearned && writer !== undefined && writer !== this.#teacher && !isKubeletName(writer);
  }

  /** Whether the zone was learned from another machine, whose clock may show another one. */
  #isElsewhere(origin: Origin | undefined): boolean {
    const isLearned = this.#settled && this.#candidateKind === 'absolute' && this.#machine !== undefined;
    return isLearned && origin?.host !== undefined && origin.host !== this.#machine;
  }

  /** Whether it was learned from somebody else than this kubelet. */
  #isGuestOf(kubelet: string | undefined): boolean {
    const teacher = this.#teacher;
    return kubelet !== undefined && kubelet !== teacher && (teacher === undefined || !isKubeletName(teacher));
  }

  /** When `origin` wrote, of the time in the header and the stamp, both on the clock (microseconds). `given`: the stamp before it was put on the clock. */
  timeOf(klog: number, stamp: number, given: number, origin: Origin | undefined): number {
    // The header of a guest may be of another zone, then the stamp tells.
    if (this.#isGuest(origin?.identifier)) return Math.abs(klog - stamp) > LATEST ? stamp : klog;
    return this.#isElsewhere(origin) ? inZoneOf(stamp, klog) : this.#timeBeside(stamp, klog, given);
  }

  /**
   * When a header was written that is whole quarters of an hour off its stamp, though lines just before or after it came on time: it is of another zone, or somebody wrote over it, and the stamp
   * tells the hour.
   */
  #timeBeside(stamp: number, klog: number, given: number): number {
    return Math.abs(given - this.#lastOnTime) < JUST_BEFORE ? inZoneOf(stamp, klog) : klog;
  }

  /** Whether records that are all late tell no more by further ones. */
  get #hasSeenEnough(): boolean {
    return (
      this.#seen >= MOST_LEARNING_RECORDS ||
      (this.#seen >= LEARNING_RECORDS && lengthOf(this.#klogSpan) >= TELLING_SPAN)
    );
  }

  /** Settles from records that are all late: the zone is the nearest in which none is ahead of its stamp, unless the stamps are of another time altogether. */
  #settleLate(kind: StampKind): void {
    const zone = zoneOfLate(this.#candidate);
    const isBurst =
      lengthOf(this.#klogSpan) >= TELLING_SPAN && lengthOf(this.#stampSpan) * PRINTED_SHARE <= lengthOf(this.#klogSpan);
    this.#isPrinted = zone - this.#candidate > LATEST || (isBurst && zone !== 0);
    if (this.#isPrinted) this.#settled = true;
    else this.#settle(zone, kind);
  }

  /** Whether `learn` would change nothing for any of the lines whose klog times differ so from their stamps; then it is done for them. `stamp`: of the last one. */
  confirms(leastDifference: number, largestDifference: number, stamp: number, kind: StampKind): boolean {
    if (!this.#agrees(leastDifference, largestDifference, kind)) return false;
    if (kind !== 'none') this.#cameOnTime(stamp);
    return true;
  }

  #cameOnTime(stamp: number): void {
    this.#lastOnTime = stamp;
    this.#ahead = Number.NaN;
  }

  #agrees(leastDifference: number, largestDifference: number, kind: StampKind): boolean {
    if (kind === 'none') return this.#settled;
    if (!this.#settled || this.#candidateKind !== kind || kind === 'monotonic') return false;
    const settled = kind === 'absolute' ? -this.#klogShift : this.#stampShift;
    return leastDifference - settled > -2 * SECOND && largestDifference - settled < 2 * SECOND;
  }

  /** Two times between which all times of such lines lie when they are put on the clock. */
  boundsOf(
    least: number,
    largest: number,
    leastDifference: number,
    largestDifference: number,
    kind: StampKind,
  ): readonly [number, number] {
    if (!this.#agrees(leastDifference, largestDifference, kind))
      return [least - FARTHEST_SHIFT, largest + FARTHEST_SHIFT];
    const shifts =
      this.#rule === undefined
        ? [0, this.#klogShift, this.#klogShift + this.#stampShift]
        : [least, largest].flatMap((local) => [0, -(this.#rule?.(local, () => false) ?? 0)]);
    const slack = this.#rule === undefined ? 0 : AROUND_A_CHANGE;
    return [least + Math.min(...shifts) - slack, largest + Math.max(...shifts) + slack];
  }

  /** Settles with what is known so far: at the end, or when too many records wait. */
  settleNow(): void {
    if (!this.#settled && !Number.isNaN(this.#candidate)) this.#settleLate(this.#candidateKind);
    this.#settled = true;
  }

  /** Whether any time has to be moved. */
  get shifts(): boolean {
    return (
      this.#rule !== undefined ||
      this.#klogShift !== 0 ||
      this.#stampShift !== 0 ||
      this.#isPrinted ||
      this.#candidateKind === 'monotonic'
    );
  }

  /** The clock's time of a klog header. */
  klogTime(local: number): number {
    const time = this.#inUtc(local);
    if (!Number.isNaN(time)) this.#given = time;
    return time;
  }

  /** The clock's time of an envelope's stamp. `NaN` for a monotonic stamp without any klog record to place it, and for one that tells when the log was printed again. */
  stampTime(stamp: number, kind: StampKind): number {
    if (this.#isPrinted && kind === this.#candidateKind) return Number.NaN;
    if (kind === 'absolute') {
      this.#stamped = stamp;
      return stamp;
    }
    if (kind === 'monotonic' && this.#candidateKind !== 'monotonic') return Number.NaN;
    if (kind === 'none') return Number.NaN;
    return this.#inUtc(stamp + this.#stampShift);
  }

  #inUtc(local: number): number {
    return this.#rule === undefined ? local + this.#klogShift : local - this.#rule(local, this.#isSecond);
  }

  #settle(difference: number, kind: StampKind): void {
    this.#isPrinted = false;
    if (kind === 'absolute') {
      this.#klogShift = -difference;
      this.#known = true;
    } else this.#stampShift = difference;
    this.#settled = true;
  }

  /** After settling: a klog clock ahead of the journal disproves the zone; a jump of an hour on both sides of on-time records is daylight saving. */
  #relearn(difference: number, kind: StampKind, stamp: number): boolean {
    const settled = kind === 'absolute' ? -this.#klogShift : this.#stampShift;
    if (kind === 'monotonic') {
      if (difference > settled && difference - settled < 60 * SECOND) this.#stampShift = difference;
      return false;
    }
    const off = difference - settled;
    if (off > -2 * SECOND && off < 2 * SECOND) {
      this.#cameOnTime(stamp);
      return false;
    }
    const rounded = roundToQuarter(difference);
    const onTime = Math.abs(difference - rounded) <= 2 * SECOND;
    if (!onTime || rounded === settled || Math.abs(rounded) > FARTHEST_SHIFT) return false;
    const daylightSaving =
      kind === 'absolute' &&
      Math.abs(Math.abs(rounded - settled) - 3600 * SECOND) < SECOND &&
      Math.abs(stamp - this.#lastOnTime) < 3600 * SECOND;
    const wasZone = Math.abs(settled) <= FARTHEST_SHIFT;
    if (wasZone && !daylightSaving && off < QUARTER_HOUR / 2) return false;
    // One header alone disproves no zone in which others came on time.
    const isAgain = Number.isNaN(this.#lastOnTime) || rounded === this.#ahead;
    this.#ahead = rounded;
    if (wasZone && !daylightSaving && !isAgain) return false;
    this.#settle(rounded, kind);
    this.#lastOnTime = stamp;
    return wasZone;
  }
}

/** The time of a header in the zone of its stamp, if it is whole quarters of an hour off. */
function inZoneOf(stamp: number, klog: number): number {
  const off = roundToQuarter(stamp - klog);
  return Math.abs(klog + off - stamp) <= 2 * SECOND && Math.abs(off) < FARTHEST_SHIFT ? klog + off : klog;
}

function roundToQuarter(microseconds: number): number {
  return Math.round(microseconds / QUARTER_HOUR) * QUARTER_HOUR;
}

/** The nearest zone in which records with such a difference are late, and none is ahead of its stamp. */
function zoneOfLate(difference: number): number {
  let best = Number.NaN;
  for (const zone of REAL_ZONES) if (zone >= difference - 2 * SECOND && !(zone >= best)) best = zone;
  return Number.isNaN(best) ? 0 : best;
}

type Span = readonly [number, number];
const NO_SPAN: Span = [Infinity, -Infinity];

function widened([from, to]: Span, time: number): Span {
  return [Math.min(from, time), Math.max(to, time)];
}

function lengthOf([from, to]: Span): number {
  return Math.max(0, to - from);
}
