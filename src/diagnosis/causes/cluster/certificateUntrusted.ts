/**
 * certificate-untrusted: kubelet and API server show each other certificates that are in their time and are not accepted: of an authority that the other side does not know, or not made
 * for the address. Sign: errors of TLS of the kubelet's calls, none of them about time. Medium, for such a thing never mends itself; low where lines show a broken handshake only.
 * Whose certificate it is stands in the error (`signs/credentials.ts`).
 */
import { IS_OF_CA } from '../../tools/commonSteps.ts';
import { TOKEN_OF_OTHERS } from '../../../messages/facts/api.ts';
import { callsText, COULD_NOT_REPORT, saidText, serverText, whenText, withPort } from '../../words/apiText.ts';
import { type ApiStretch, areOver, serversOf, stretchesOf } from '../../signs/apiTrouble.ts';
import { type Cause, firstAndLast, makeFinding } from '../../cause.ts';
import { certificateSide, isOfTrust } from '../../signs/credentials.ts';
import { NEW_TOKEN } from '../../tools/joiningServer.ts';

const SEVERAL = 3;

interface Said {
  readonly title: string;
  readonly meaning: string;
}

const ANYTHING: Said = {
  title: 'The certificates of kubelet and API server do not match',
  meaning: 'One side does not trust the certificate of the other',
};

/** By the words of the error; the first that fit. */
const BY_WORDS: readonly (readonly [words: readonly string[], Said])[] = [
  [
    [TOKEN_OF_OTHERS],
    {
      title: 'The token of this node is of another cluster',
      meaning: 'The server was installed anew, or the token or the address is of another one',
    },
  ],
  [
    ['remote error: '],
    {
      title: 'The API server does not accept the certificate of the kubelet',
      meaning:
        'The API server ended the handshake: the certificate that the kubelet shows is of another authority, or it shows none',
    },
  ],
  [
    ['signed by unknown authority'],
    {
      title: 'The kubelet does not know who signed the certificate of the API server',
      meaning:
        'The authority in the kubeconfig is not the one that signed what the API server shows: mostly the cluster was made anew, or something between them (a proxy, a load balancer) ends TLS with a certificate of its own',
    },
  ],
  [
    ['certificate is valid for ', 'doesn’t contain any', "doesn't contain any", 'cannot validate certificate for'],
    {
      title: 'The certificate of the API server is not made for the address that the kubelet uses',
      meaning: 'The name or address in the kubeconfig does not stand in the certificate that the API server shows',
    },
  ],
  [
    ['server gave HTTP response to HTTPS client'],
    {
      title: 'What answers at the address of the API server does not speak TLS',
      meaning: 'The kubelet asks by HTTPS and gets an answer in plain HTTP: the port or the proxy is a wrong one',
    },
  ],
];

export const certificateUntrusted: Cause = {
  id: 'certificate-untrusted',
  find(view) {
    const stretches = stretchesOf(view, 'credentials').filter(({ first }) => isOfTrust(first));
    const [worst] = stretches.toSorted((a, b) => b.count - a.count);
    if (worst === undefined) return [];
    const text = worst.first.error.text;
    const said = BY_WORDS.find(([words]) => words.some((word) => text.includes(word)))?.[1] ?? ANYTHING;
    const count = stretches.reduce((sum, stretch) => sum + stretch.count, 0);
    return [
      makeFinding('certificate-untrusted', {
        weight: 'cause',
        confidence: count >= SEVERAL || certificateSide(text) !== 'unknown' || isOfToken(text) ? 'medium' : 'low',
        title: said.title,
        explanation: `${whenText(view, stretches)}: ${callsText(stretches)} failed: ${saidText(worst)}. ${areOver(view, stretches) ? COULD_NOT_REPORT : `${said.meaning}, so the node cannot report to the API server and is NotReady; running pods go on`}.`,
        nextSteps: stepsFor(worst, serverText(serversOf(stretches)[0])),
        timedBy: firstAndLast(stretches),
        evidence: stretches.flatMap(({ samples }) => samples).slice(0, 4),
      }),
    ];
  },
};

function isOfToken(text: string): boolean {
  return text.startsWith(TOKEN_OF_OTHERS);
}

function stepsFor({ first }: ApiStretch, server: string | undefined): readonly string[] {
  if (isOfToken(first.error.text)) return [NEW_TOKEN];
  const own = `See what the kubelet shows, and whether the CA of the cluster made it: \`openssl x509 -in /var/lib/kubelet/pki/kubelet-client-current.pem -noout -subject -issuer -dates\`, ${IS_OF_CA}.`;
  const theirs = [
    `See who signed what the API server shows, and for which names: \`openssl s_client -connect ${withPort(server)} </dev/null 2>/dev/null | openssl x509 -noout -subject -issuer -dates -ext subjectAltName\`.`,
    'Compare that with the authority that the kubelet trusts: `grep certificate-authority /etc/kubernetes/kubelet.conf` (the data is base64; then `openssl x509 -noout -subject -dates`).',
  ];
  return [
    ...(certificateSide(first.error.text) === 'own' ? [own, ...theirs.slice(1)] : theirs),
    'Where they differ (a cluster made anew, a proxy or load balancer with a certificate of its own): join the node anew (`kubeadm reset`, `kubeadm join`), or put the right authority into the kubeconfig, then `systemctl restart kubelet`.',
  ];
}
