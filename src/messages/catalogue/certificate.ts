/** Messages of the component `certificate`. */
import { clientRefused } from '../facts/controlPlane.ts';
import { apiFailed } from '../facts/api.ts';
import { exits } from '../facts/node.ts';
import { nodeTrouble, troubleByError } from '../facts/troubles.ts';
import { type CatalogueRow, type FactBuilder, family, keyed, text } from '../recognise/row.ts';
import type { SourceTable } from './source.ts';

/** A request for a certificate that failed: for what its error says, else, where that is cut away, for the certificate alone. */
const requestFailed: FactBuilder = (found) => apiFailed('credentials')(found) ?? nodeTrouble('certificate')(found);

export const certificateRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'certificate',
      file: 'transport.go',
      facts: nodeTrouble('certificate'),
      meaning:
        'The client certificate of the kubelet expired, or the first one was never signed. So it cannot talk to the API server; in some cases it ends.',
      whatToDo: 'See its dates; renew it, or approve its request: `kubectl get csr`.',
    },
    text(
      'cert.expired.u',
      'The currently active client certificate has expired and the server is responsive, exiting.',
      { severity: 'F', verbosity: 0, since: '1.9', until: '1.20', facts: exits(true) },
    ),
    text(
      'cert.expired.u2',
      'The currently active client certificate has expired, but the server is not responsive. A restart may be necessary to retrieve new initial credentials.',
      { severity: 'E', verbosity: 0, since: '1.9', until: '1.20' },
    ),
    keyed(
      'cert.expired.s',
      'No valid client certificate is found and the server is responsive, exiting.',
      ['lastCertificateAvailabilityTime', 'shutdownThreshold'],
      { severity: 'E', verbosity: 0, since: '1.21', facts: exits(true) },
    ),
    keyed(
      'cert.expired.s2',
      'No valid client certificate is found but the server is not responsive. A restart may be necessary to retrieve new initial credentials.',
      ['lastCertificateAvailabilityTime', 'shutdownThreshold'],
      { severity: 'E', verbosity: 0, since: '1.21' },
    ),
    keyed(
      'cert.expired.s3',
      'The currently active client certificate has expired and the server is responsive, exiting.',
      [],
      { severity: 'E', verbosity: 0, since: '1.21', facts: exits(true) },
    ),
    keyed(
      'cert.expired.s4',
      'The currently active client certificate has expired, but the server is not responsive. A restart may be necessary to retrieve new initial credentials.',
      [],
      { severity: 'E', verbosity: 0, since: '1.21' },
    ),
  ),
  ...family(
    {
      // pkg/kubelet/certificate/bootstrap/bootstrap.go; from 1.32 its errors stand behind a text of runtime.HandleError.
      component: 'certificate',
      file: 'bootstrap.go',
      facts: nodeTrouble('certificate', 'file'),
      meaning:
        'The client certificate of the kubelet is expired or cannot be used, so it needs a bootstrap kubeconfig; where there is none (as after `kubeadm init` or `join`), it ends.',
      whatToDo:
        'Renew it: `kubeadm kubeconfig user --org system:nodes --client-name system:node:<node>` on a control plane, put the result into /etc/kubernetes/kubelet.conf, and restart the kubelet.',
    },
    text('cert.bootstrap-expired.u', 'part of the existing bootstrap client certificate in {file} is expired: {date}', {
      severity: 'E',
      verbosity: 0,
      since: '1.19',
    }),
    text('cert.bootstrap-expired.u2', 'part of the existing bootstrap client certificate is expired: {date}', {
      severity: 'E',
      verbosity: 0,
      since: '1.12',
      until: '1.18',
    }),
    text('cert.bootstrap-expired.u3', 'Part of the existing bootstrap client certificate is expired: {date}', {
      severity: 'E',
      verbosity: 0,
      until: '1.16',
    }),
    text('cert.bootstrap-unreadable.u', 'unable to read existing bootstrap client config from {file}: {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.19',
    }),
    text('cert.bootstrap-unreadable.u2', 'Unable to read existing bootstrap client config: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.18',
    }),
    text('cert.bootstrap-unreadable.u3', 'unable to read existing bootstrap client config: {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.12',
      until: '1.18',
    }),
    text(
      'cert.bootstrap-invalid.u2',
      'unable to load TLS configuration from existing bootstrap client config{details}: {err}',
      { severity: 'E', verbosity: 0, since: '1.12' },
    ),
    text(
      'cert.bootstrap-invalid.u',
      'Unable to load TLS configuration from existing bootstrap client config{details}: {err}',
      { severity: 'E', verbosity: 0, until: '1.18' },
    ),
    text(
      'cert.bootstrap-pem.u',
      'Unable to load TLS certificates from existing bootstrap client config{details}: {err}',
      { severity: 'E', verbosity: 0, until: '1.18' },
    ),
    text(
      'cert.bootstrap-pem.u2',
      'unable to load TLS certificates from existing bootstrap client config{details}: {err}',
      { severity: 'E', verbosity: 0, since: '1.12' },
    ),
  ),
  ...family(
    {
      // client-go/util/certificate/certificate_manager.go.
      component: 'certificate',
      file: 'certificate_manager.go',
      facts: requestFailed,
      meaning:
        'The kubelet asked for a new certificate and did not get one. It tries again; when its own expires first, the API server will not know it any more.',
      whatToDo: 'See whether its request waits for approval: `kubectl get csr`; else check the way to the API server.',
    },
    text(
      'cert.request-failed.u',
      '{signer}: Failed while requesting a signed certificate from the control plane: {err}',
      { severity: 'E', verbosity: 0, since: '1.22' },
    ),
    text('cert.request-failed.u2', 'Failed while requesting a signed certificate from the control plane: {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.20',
      until: '1.22',
    }),
    text('cert.request-failed.u3', 'Failed while requesting a signed certificate from the master: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed(
      'cert.request-failed.s',
      'Failed while requesting a signed certificate from the control plane',
      ['err', 'logger'],
      { severity: 'E', verbosity: 0, since: '1.33' },
    ),
    text('cert.not-signed.u', '{signer}: certificate request was not signed: {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.22',
      facts: nodeTrouble('certificate'),
    }),
    text('cert.not-signed.u2', 'certificate request was not signed: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.22',
      facts: nodeTrouble('certificate'),
    }),
    text('cert.not-signed.u3', 'Certificate request was not signed: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.17',
      facts: nodeTrouble('certificate'),
    }),
    keyed('cert.not-signed.s', 'Certificate request was not signed', ['err', 'logger'], {
      severity: 'E',
      verbosity: 0,
      since: '1.33',
      facts: nodeTrouble('certificate'),
    }),
    text('cert.backoff.u', 'Reached backoff limit, still unable to rotate certs: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.21',
      facts: nodeTrouble('certificate'),
    }),
    text('cert.backoff.u2', '{signer}: Reached backoff limit, still unable to rotate certs: {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.22',
      facts: nodeTrouble('certificate'),
    }),
    keyed('cert.backoff.s', 'Reached backoff limit, still unable to rotate certs', ['err', 'logger'], {
      severity: 'E',
      verbosity: 0,
      since: '1.33',
      facts: nodeTrouble('certificate'),
    }),
  ),
  ...family(
    {
      // client-go/util/certificate/certificate_manager.go: with the name of the signer 1.22 to 1.32, with keys since.
      component: 'certificate',
      file: 'certificate_manager.go',
      facts: nodeTrouble('certificate'),
      meaning:
        'A new certificate could not be asked for or kept: its key could not be made, the client for it not be loaded, or the files below /var/lib/kubelet/pki not be written.',
      whatToDo: 'See whether the disk is full or read-only: `ls -l /var/lib/kubelet/pki`, `df -h /var/lib/kubelet`.',
    },
    text('cert.no-request.u', '{signer}: Unable to generate a certificate signing request: {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.22',
      until: '1.32',
    }),
    text('cert.no-request.u2', 'Unable to generate a certificate signing request: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.21',
    }),
    keyed('cert.no-request.s', 'Unable to generate a certificate signing request', ['err', 'logger'], {
      severity: 'E',
      verbosity: 0,
      since: '1.33',
    }),
    text('cert.no-client.u', '{signer}: Unable to load a client to request certificates: {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.22',
      until: '1.32',
    }),
    text('cert.no-client.u2', 'Unable to load a client to request certificates: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.21',
    }),
    keyed('cert.no-client.s', 'Unable to load a client to request certificates', ['err', 'logger'], {
      severity: 'E',
      verbosity: 0,
      since: '1.33',
    }),
    text('cert.not-stored.u', '{signer}: Unable to store the new cert/key pair: {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.22',
      until: '1.32',
    }),
    text('cert.not-stored.u2', 'Unable to store the new cert/key pair: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.21',
    }),
    keyed('cert.not-stored.s', 'Unable to store the new cert/key pair', ['err', 'logger'], {
      severity: 'E',
      verbosity: 0,
      since: '1.33',
    }),
  ),
  ...family(
    {
      // k8s.io/apiserver/pkg/endpoints/filters/authentication.go.
      component: 'certificate',
      file: 'authentication.go',
      facts: clientRefused,
      meaning:
        'An API server, not the kubelet, does not know who asks it: its certificate or token is not valid any more, or the clock is wrong.',
      whatToDo: 'See which client it is. Check the dates: `kubeadm certs check-expiration`, `date` on both.',
    },
    text('cert.client-refused.u', 'Unable to authenticate the request due to an error: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('cert.client-refused.s', 'Unable to authenticate the request', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'certificate',
      file: 'server.go',
      facts: troubleByError({ expired: 'tls-client', tls: 'tls-client' }),
      meaning:
        "The kubelet's own server does not accept who asks it (the API server for logs and exec, metrics-server): its certificate is out of its time or of another authority, or its token is not valid. With `context canceled` the client went away first; other errors are of the API server, which is asked about tokens.",
      whatToDo: 'Check the dates: `kubeadm certs check-expiration` on the control plane, `date` on both.',
    },
    text('cert.caller-refused.u', 'Unable to authenticate the request due to an error: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('cert.caller-refused.s', 'Unable to authenticate the request due to an error', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      // The error is of pkg/kubelet/certificate/kubelet.go.
      component: 'certificate',
      file: 'server.go',
      facts: nodeTrouble('tls-client', 'client'),
      meaning:
        "The kubelet's own server has no certificate to show yet: it asks for one (`serverTLSBootstrap`), and somebody has to approve that. Logs, exec and metrics of this node do not work until then; pods run on.",
      whatToDo: 'See whether its request waits: `kubectl get csr`; approve it: `kubectl certificate approve <name>`.',
    },
    text(
      'cert.no-serving.u',
      'http: TLS handshake error from {client}: no serving certificate available for the kubelet',
      { severity: 'I', verbosity: 0 },
    ),
    text(
      'cert.no-serving.u2',
      'http: TLS handshake error from {client}: no serving certificate available for the kubelet',
      { severity: 'I', verbosity: 0, file: 'log.go' },
    ),
  ),
  ...family(
    {
      // net/http/server.go, through klog as `server.go` or `log.go`.
      component: 'certificate',
      file: 'server.go',
      facts: nodeTrouble('tls-client', 'client'),
      meaning:
        "A client ended the TLS handshake with the kubelet's server: it does not accept the kubelet's serving certificate (self-signed unless serverTLSBootstrap is on), or it is no TLS client, or only looks whether the port is open (`EOF`). The kubelet itself is well.",
      whatToDo: 'See who the client is; metrics-server needs `--kubelet-insecure-tls` or signed serving certificates.',
    },
    text('cert.tls-handshake.u', 'http: TLS handshake error from {client}: {err}', { severity: 'I', verbosity: 0 }),
    text('cert.tls-handshake.u2', 'http: TLS handshake error from {client}: {err}', {
      severity: 'I',
      verbosity: 0,
      file: 'log.go',
    }),
  ),
  ...family(
    {
      component: 'certificate',
      file: 'transport.go',
      meaning: 'The kubelet has a new client certificate and opens its connections anew.',
    },
    text(
      'cert.rotation.u',
      'certificate rotation detected, shutting down client connections to start using new credentials',
      { severity: 'I', verbosity: 0, until: '1.20' },
    ),
    keyed(
      'cert.rotation.s',
      'Certificate rotation detected, shutting down client connections to start using new credentials',
      [],
      { severity: 'I', verbosity: 0, since: '1.21' },
    ),
  ),
];

/** Where the texts of these rows were read. */
export const certificateSources: SourceTable = {
  'pkg/kubelet/certificate/transport.go': {
    'cert.expired.u': '1.9-1.20',
    'cert.expired.u2': '1.9-1.20',
    'cert.expired.s': '1.21-1.36',
    'cert.expired.s2': '1.21-1.36',
    'cert.expired.s3': '1.21-1.36',
    'cert.expired.s4': '1.21-1.36',
    'cert.rotation.u': '1.8-1.20',
    'cert.rotation.s': '1.21-1.36',
  },
  'pkg/kubelet/certificate/bootstrap/bootstrap.go': {
    'cert.bootstrap-expired.u': 'klog, lines',
    'cert.bootstrap-expired.u2': 'lines',
    'cert.bootstrap-expired.u3': 'glog, lines',
    'cert.bootstrap-unreadable.u': 'klog, lines',
    'cert.bootstrap-unreadable.u2': 'glog',
    'cert.bootstrap-unreadable.u3': 'klog',
    'cert.bootstrap-invalid.u2': 'klog',
    'cert.bootstrap-invalid.u': 'glog',
    'cert.bootstrap-pem.u': 'glog',
    'cert.bootstrap-pem.u2': 'klog',
  },
  'k8s.io/client-go/util/certificate/certificate_manager.go': {
    'cert.request-failed.u': 'lines',
    'cert.request-failed.u2': 'unread',
    'cert.request-failed.u3': 'klog, lines',
    'cert.request-failed.s': 'contextual',
    'cert.not-signed.u': 'klog',
    'cert.not-signed.u2': 'klog',
    'cert.not-signed.u3': 'lines',
    'cert.not-signed.s': 'contextual',
    'cert.backoff.u': 'klog',
    'cert.backoff.u2': 'klog, lines',
    'cert.backoff.s': 'contextual',
    'cert.no-request.u': 'klog',
    'cert.no-request.u2': 'klog',
    'cert.no-request.s': 'contextual',
    'cert.no-client.u': 'klog',
    'cert.no-client.u2': 'klog',
    'cert.no-client.s': 'contextual',
    'cert.not-stored.u': 'klog',
    'cert.not-stored.u2': 'unread',
    'cert.not-stored.s': 'contextual',
  },
  'pkg/kubelet/server/server.go': {
    'cert.caller-refused.u': 'glog, klog',
    'cert.caller-refused.s': 'contextual',
  },
  'k8s.io/apiserver/pkg/endpoints/filters/authentication.go': {
    'cert.client-refused.u': 'glog, klog',
    'cert.client-refused.s': 'structured, lines of 1.26, 1.34',
  },
  'net/http/server.go': {
    'cert.no-serving.u': 'read',
    'cert.no-serving.u2': 'lines',
    'cert.tls-handshake.u': 'read',
    'cert.tls-handshake.u2': 'read, lines of 1.24, 1.28',
  },
};
