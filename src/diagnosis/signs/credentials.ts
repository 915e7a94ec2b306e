/**
 * Whose certificate an error of TLS is about. A client of Go says `x509: …` of the certificate that the server shows, and `remote error: tls: …` of what the server says of its own
 * (crypto/tls/alert.go, crypto/x509/verify.go). What the API server shows is not the kubelet's to renew.
 */
import type { ApiErrorFact, NodeTroubleFact } from '../../messages/fact.ts';

/** `own`: the server does not take that of the kubelet; `server`: the kubelet does not take that of the server; `unknown`: the text does not tell. */
export type CertificateSide = 'own' | 'server' | 'unknown';

export function certificateSide(text: string): CertificateSide {
  const lower = text.toLowerCase();
  if (lower.includes('remote error: ')) return 'own';
  return lower.includes('x509: ') ? 'server' : 'unknown';
}

/** Of a certificate that the server shows: too late, too early, or the text is cut before it tells. */
export type OutOfTime = 'over' | 'not-yet' | 'unknown';

/** `current time 2024-01-02T03:04:05Z is before 2025-…`. */
export function outOfTime(text: string): OutOfTime {
  if (/current time \S{1,40} is before /.test(text)) return 'not-yet';
  return /current time \S{1,40} is after /.test(text) ? 'over' : 'unknown';
}

/** The error is of trust, not of time: an authority, a name or a form of the certificate. */
export function isOfTrust({ failure }: ApiErrorFact): boolean {
  return failure === 'tls';
}

/** What client-go/util/certificate says of a certificate that does not come. */
export const UNSIGNED = /requesting a signed certificate|request was not signed|unable to rotate certs/i;

/** `kubernetes.io/kubelet-serving: certificate request was not signed: …` (k8s.io/client-go/util/certificate, with the name of the signer from 1.19 on). */
export function isOfServing(text: string): boolean {
  return text.includes('kubernetes.io/kubelet-serving');
}

/**
 * An API server in the program of the kubelet (k3s) refuses a client for its certificate. Whose it is the line does not say; most such lines are of the token
 * of a pod, which tells nothing of certificates.
 */
export function isOfClientCertificate({ message, text }: NodeTroubleFact): boolean {
  return isOfApiServerClient(message) && text.includes('x509: ');
}

/** The rows of what an API server says of who asks it. */
export function isOfApiServerClient(message: string): boolean {
  return message.startsWith('cert.client-refused');
}
