/**
 * disk-pressure: the kubelet itself found too little disk or inodes, and wins back room by deleting images and ending pods. Sign: lines of its eviction manager about the
 * disk, or that do not say what is short; where it has none, the event by which the kubelet says that the node has the condition DiskPressure (medium). High where pods were ended for it, medium near an episode (many ends keep PLEG busy), medium when there are several lines, low for one.
 * It says that pods were ended only where a line does. Low, too, where only the garbage collection of images says how full their disk is.
 */
import { seconds, type Instant } from '../../../kubelet/time.ts';
import { type Cause, makeFinding, type RankedFinding } from '../../cause.ts';
import {
  evictionsOf,
  isCondition,
  isOfDisk,
  isWithoutShortage,
  overText,
  resourcesText,
} from '../../signs/evictions.ts';
import { nodeTroubles } from '../../signs/exits.ts';
import { amountOf } from '../../words/amountText.ts';
import type { DiagnosisView } from '../../view.ts';

export const diskPressure: Cause = {
  id: 'disk-pressure',
  find(view) {
    const evictions = evictionsOf(view);
    const { all, evicted, mustEvict, none, refused, resources } = evictions;
    // Pods were ended, and no line says for lack of what: it may as well be memory.
    const isUnsaid = resources.length === 0 && evicted.length + mustEvict.length > 0;
    if (all.length === 0 || isUnsaid || !isOfDisk(resources) || isWithoutShortage(evictions)) return ofImages(view);
    const episodes = view.episodes.filter(
      (episode) =>
        view.facts.between(episode.process.id, 'eviction', (episode.from - seconds(300)) as Instant, episode.to)
          .length > 0,
    );
    const what = resources.length === 0 ? 'disk or memory' : resourcesText(resources);
    const did =
      evicted.length > 0
        ? 'the kubelet tried to win back space by deleting images and ending pods'
        : none.length > 0
          ? 'the kubelet tried to win back space by deleting images, and found no pod that it could end'
          : refused.length === all.length
            ? 'the node turned pods away for it'
            : all.every(isCondition)
              ? 'the node had the condition DiskPressure'
              : 'the kubelet tried to win back space by deleting images and dead containers';
    return [
      makeFinding('disk-pressure', {
        weight: episodes.length > 0 ? 'circumstance' : 'pods',
        confidence:
          evicted.length > 0 && episodes.length === 0
            ? 'high'
            : episodes.length > 0 || all.length > 2 || all.some(isCondition)
              ? 'medium'
              : 'low',
        title: `The node was short of ${what}${evicted.length > 0 ? ', and pods were ended for it' : ''}`,
        explanation: `${amountOf(view, all)}${all.every(isCondition) ? '' : ' of the eviction manager'}: ${did}.${episodes.length > 0 ? ' Such deletions load the runtime and disk just when PLEG needs them.' : ''}${overText(view, evictions)}`,
        nextSteps: [
          'See the node conditions: `kubectl describe node <node> | grep -A8 Conditions`.',
          'Find what fills the disk: `df -h; df -i; crictl imagefsinfo; du -xsh /var/lib/* /var/log | sort -h | tail`.',
        ],
        // The garbage collection of images goes on to say that the disk is full.
        timedBy: [
          ...all,
          ...nodeTroubles(view, 'images-fill-disk').filter(({ time }) => time > (all[0]?.time ?? time)),
        ],
        evidence: all.slice(0, 8),
      }),
    ];
  },
};

/** In percent (pkg/kubelet/apis/config/v1beta1/defaults.go, ImageGCHighThresholdPercent). */
const HIGH_THRESHOLD = 85;

/** The garbage collection of images began because their disk was full to its threshold: no trouble yet, and images may be all that it takes. */
function ofImages(view: DiagnosisView): readonly RankedFinding[] {
  const lines = nodeTroubles(view, 'images-fill-disk');
  const last = lines.at(-1);
  if (last === undefined) return [];
  const most = lines.reduce((percent, { subject }) => Math.max(percent, Number(subject ?? 0)), 0);
  return [
    makeFinding('disk-pressure', {
      weight: 'note',
      confidence: 'low',
      title: `The disk with the images was ${most > 0 ? `${most} % full` : 'too full'}, so images are removed`,
      explanation: `${amountOf(view, lines)}: it was fuller than the kubelet's high threshold for images (${most > 0 && most < HIGH_THRESHOLD ? 'set below its default of 85 % on this node' : '85 % by default'}). It removes unused images until the low threshold (80 % by default) is reached; where that is not enough, the eviction manager ends pods.`,
      nextSteps: [
        'See what fills the disk: `df -h; df -i; crictl imagefsinfo; du -xsh /var/lib/* /var/log | sort -h | tail`.',
        'See whether removing images helped: `crictl images`; a line with "freed" or "garbage collection failed" follows where it did not.',
      ],
      evidence: lines.slice(0, 4),
    }),
  ];
}
