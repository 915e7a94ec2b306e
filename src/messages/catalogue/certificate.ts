/** Messages of the component `certificate`. */
import { exits } from '../facts/node.ts';
import { type CatalogueRow, family, keyed, text } from '../row.ts';

export const certificateRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'certificate', file: 'transport.go',
      meaning: "The kubelet's client certificate has expired, so it cannot talk to the API server; in some cases it ends.",
      whatToDo: 'Renew the certificate.',
    },
    text('cert.expired.u', 'The currently active client certificate has expired and the server is responsive, exiting.', { severity: 'F', verbosity: 0, since: '1.9', until: '1.20', facts: exits(true) }),
    text('cert.expired.u2', 'The currently active client certificate has expired, but the server is not responsive. A restart may be necessary to retrieve new initial credentials.', { severity: 'E', verbosity: 0, since: '1.9', until: '1.20' }),
    keyed('cert.expired.s', 'No valid client certificate is found and the server is responsive, exiting.', ['lastCertificateAvailabilityTime', 'shutdownThreshold'], { severity: 'E', verbosity: 0, since: '1.21', facts: exits(true) }),
    keyed('cert.expired.s2', 'No valid client certificate is found but the server is not responsive. A restart may be necessary to retrieve new initial credentials.', ['lastCertificateAvailabilityTime', 'shutdownThreshold'], { severity: 'E', verbosity: 0, since: '1.21' }),
    keyed('cert.expired.s3', 'The currently active client certificate has expired and the server is responsive, exiting.', [], { severity: 'E', verbosity: 0, since: '1.21', facts: exits(true) }),
    keyed('cert.expired.s4', 'The currently active client certificate has expired, but the server is not responsive. A restart may be necessary to retrieve new initial credentials.', [], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'certificate', file: 'transport.go',
      meaning: 'The kubelet has a new client certificate and opens its connections anew.',
    },
    text('cert.rotation.u', 'certificate rotation detected, shutting down client connections to start using new credentials', { severity: 'I', verbosity: 0, until: '1.20' }),
    keyed('cert.rotation.s', 'Certificate rotation detected, shutting down client connections to start using new credentials', [], { severity: 'I', verbosity: 0, since: '1.21' }),
  ),
];
