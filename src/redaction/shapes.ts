/** What tells by its form that it is an id, an address, an image or a host, wherever it stands. */
import type { NameBook, NameKind } from './nameBook.ts';

/** Told of a text at `[start, end)`, and what stands for it. */
export type FoundShape = (start: number, end: number, pseudonym: string) => void;

const UID = /(?<![0-9A-Za-z])[0-9a-f]{8}([-_])[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}(?![0-9A-Za-z])/gi;
const ID = /(?<![0-9A-Za-z])[0-9a-f]{12,128}(?![0-9A-Za-z])/g;
const IPV4 = /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w]|\.\d)/g;
const IPV6 = /(?<![\w:.])(?:[0-9A-Fa-f]{0,4}:){2,8}[0-9A-Fa-f]{0,4}(?![\w:])/g;
const MAC = /^[0-9a-f]{2}(?::[0-9a-f]{2}){5}$/i;
const IP_HOST = /(?<![\w.])ip-\d{1,3}-\d{1,3}-\d{1,3}-\d{1,3}(?![\w])/g;
const IMAGE =
  /(?<![\w./:-])[a-z0-9][a-z0-9.-]{0,252}\.[a-z]{2,20}(?::\d{2,5})?(?:\/[a-z0-9][a-z0-9._-]{0,120}){1,8}(?::[\w][\w.-]{0,127}|@sha256:[0-9a-f]{64})(?:@sha256:[0-9a-f]{64})?/g;
const FQDN = /(?<![\w./:-])[A-Za-z0-9][A-Za-z0-9-]{0,62}(?:\.[A-Za-z0-9][A-Za-z0-9-]{0,62}){1,8}(?![\w-])/g;
const TOP =
  /\.(?:internal|local|lan|corp|intra|com|net|org|cloud|dev|edu|gov|de|fr|uk|cn|ru|nl|jp|in|br|ch|eu|us|svc)$/;
/** Domains of projects that a kubelet's own texts name (packages of Go, annotations). */
const PUBLIC =
  /(?:^|\.)(?:k8s\.io|kubernetes\.io|github\.com|golang\.org|google\.com|googleapis\.com|containerd\.io|opencontainers\.org|docker\.com|gopkg\.in|go\.dev|openshift\.io|nvidia\.com|amazonaws\.com|systemd\.io|freedesktop\.org|protobuf\.dev)$/;

/** Finds what its form tells. */
export function shapesIn(text: string, book: NameBook, found: FoundShape): void {
  each(text, IMAGE, (match, start) => {
    if (match.includes('.go:')) return;
    found(start, start + match.length, book.of('image', match));
  });
  each(text, UID, (match, start) => {
    found(start, start + match.length, book.uid(match));
  });
  // The last part of a uid is no id.
  const withoutUids = text.replace(UID, (uid) => ' '.repeat(uid.length));
  each(withoutUids, ID, (match, start) => {
    if (/[a-f]/.test(match) && /\d/.test(match)) found(start, start + match.length, book.id(match));
  });
  each(text, IPV4, (match, start) => {
    if (isPrivate(match)) found(start, start + match.length, book.of('address', match));
  });
  if (text.includes(':'))
    each(text, IPV6, (match, start) => {
      const groups = match.split(':');
      const isAddress = (match.includes('::') && /[0-9a-f]{2}/i.test(match)) || groups.length === 8 || MAC.test(match);
      if (isAddress) found(start, start + match.length, book.of('address', match.toLowerCase()));
    });
  each(text, IP_HOST, (match, start) => {
    found(start, start + match.length, book.of('node', match));
  });
  if (text.includes('.'))
    each(text, FQDN, (match, start) => {
      if (TOP.test(match) && !isPublicDomain(match)) found(start, start + match.length, qualified('host', match, book));
    });
}

/** Whether a domain is one of a project that a kubelet's own texts name. */
export function isPublicDomain(text: string): boolean {
  return PUBLIC.test(text);
}

/** Whether a text is an id or an address, which its shape redacts. */
export function isShape(text: string): boolean {
  return /^(?:[0-9a-f]{12,128}|[0-9a-f]{8}[-_][0-9a-f-_]{27}|\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?|\d{1,20})$/i.test(
    text,
  );
}

/** A host with its domain: the host alone has the same pseudonym without one. */
export function qualified(kind: NameKind, name: string, book: NameBook): string {
  const dot = name.indexOf('.');
  if (dot <= 0 || kind === 'pod' || kind === 'image') return book.of(kind, name);
  return `${book.inText(name.slice(0, dot)) ?? book.of(kind, name.slice(0, dot))}.${book.of('domain', name.slice(dot + 1))}`;
}

/** The loopback, no address at all and masks tell nothing of anybody. */
function isPrivate(address: string): boolean {
  const parts = address.split('.').map(Number);
  return parts.every((part) => part <= 255) && parts[0] !== 127 && parts[0] !== 255 && address !== '0.0.0.0';
}

function each(text: string, form: RegExp, take: (match: string, start: number) => void): void {
  for (const match of text.matchAll(form)) take(match[0], match.index);
}

/** A text in which only what its form tells is replaced. */
export function shapesOnly(text: string, book: NameBook): string {
  let out = '';
  let at = 0;
  const edits: { readonly start: number; readonly end: number; readonly pseudonym: string }[] = [];
  shapesIn(text, book, (start, end, pseudonym) => edits.push({ start, end, pseudonym }));
  for (const { start, end, pseudonym } of edits.sort((a, b) => a.start - b.start)) {
    if (start < at) continue;
    out += text.slice(at, start) + pseudonym;
    at = end;
  }
  return out + text.slice(at);
}
