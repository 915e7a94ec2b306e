/** Messages of the component `image-gc`. */
import { collectionFailed, imagesFillDisk, nodeTroubleSaid, runtimeAway } from '../facts/devices.ts';
import { type CatalogueRow, family, keyed, text } from '../recognise/row.ts';
import type { SourceTable } from './source.ts';

export const imageGcRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'image-gc',
      file: 'kubelet.go',
      facts: collectionFailed,
      meaning: 'Unused images could not be removed.',
      whatToDo: 'See the error; just after a start the measurements are still missing.',
    },
    text('gc.image-failed-old.u', 'Image garbage collection failed: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.6',
    }),
  ),
  ...family(
    {
      component: 'image-gc',
      file: 'kuberuntime_image.go',
      meaning: 'A call of the image service failed; the CRI client has a line of its own about it.',
      whatToDo: 'See the line just before.',
    },
    text('gc.list-images.u', 'ListImages failed: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('gc.list-images.s', 'Failed to list images', ['err'], { severity: 'E', verbosity: 0, since: '1.21' }),
    text('gc.image-status.u', 'ImageStatus for image "{image}" failed: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('gc.image-status.s', 'Failed to get image status', ['err', 'image'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
    text('gc.remove-image.u', 'Remove image "{image}" failed: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('gc.remove-image.s', 'Failed to remove image', ['err', 'image'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'image-gc',
      file: 'kubelet.go',
      facts: collectionFailed,
      meaning: 'Unused images could not be removed for once; just after a start the measurements are still missing.',
    },
    text(
      'gc.image-failed-once.u',
      'Image garbage collection failed once. Stats initialization may not have completed yet: {err}',
      { severity: 'E', verbosity: 0, until: '1.20' },
    ),
    keyed(
      'gc.image-failed-once.s',
      'Image garbage collection failed once. Stats initialization may not have completed yet',
      ['err'],
      { severity: 'E', verbosity: 0, since: '1.21' },
    ),
  ),
  ...family(
    {
      component: 'image-gc',
      file: 'kubelet.go',
      facts: nodeTroubleSaid('image-gc'),
      meaning: 'Unused images could not be removed several times in a row; the disk will fill up.',
      whatToDo: 'See the error.',
    },
    text('gc.image-failed.u', 'Image garbage collection failed multiple times in a row: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('gc.image-failed.s', 'Image garbage collection failed multiple times in a row', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'image-gc',
      file: 'kubelet.go',
      facts: nodeTroubleSaid('container-gc'),
      meaning: 'Dead containers could not be removed; they pile up and make each relist slower.',
      whatToDo: 'See the error; mostly a list call of the runtime failed.',
    },
    text('gc.container-failed.u', 'Container garbage collection failed: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('gc.container-failed.s', 'Container garbage collection failed', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'image-gc',
      file: 'container_gc.go',
      facts: nodeTroubleSaid('container-gc'),
      meaning: 'A dead container could not be removed by docker; it is tried again every minute.',
      whatToDo:
        'With "device or resource busy" another program still has a mount of it: `grep -l <id of the container> /proc/*/mountinfo`.',
    },
    text('gc.dead-container.u', 'Failed to remove dead container "{name}": {err}', {
      severity: 'W',
      verbosity: 0,
      until: '1.7',
    }),
  ),
  ...family(
    {
      component: 'image-gc',
      file: 'image_gc_manager.go',
      facts: imagesFillDisk,
      meaning: 'The disk with the images is too full, so images are removed.',
      whatToDo: 'Give the images more room if it happens often.',
    },
    text(
      'gc.over-threshold.u3',
      '[ImageManager]: Disk usage on "{device}" ({mountpoint}) is at {usagePercent}% which is over the high threshold ({highThresholdPercent}%). Trying to free {amountToFree} bytes',
      { severity: 'I', verbosity: 0, until: '1.5', file: 'image_manager.go' },
    ),
    text(
      'gc.over-threshold.u4',
      '[imageGCManager]: Disk usage on "{device}" ({mountpoint}) is at {usagePercent}% which is over the high threshold ({highThresholdPercent}%). Trying to free {amountToFree} bytes',
      { severity: 'I', verbosity: 0, until: '1.8' },
    ),
    text(
      'gc.over-threshold.u',
      '[imageGCManager]: Disk usage on image filesystem is at {usagePercent}% which is over the high threshold ({highThresholdPercent}%). Trying to free {amountToFree} bytes',
      { severity: 'I', verbosity: 0, since: '1.9', until: '1.12' },
    ),
    text(
      'gc.over-threshold.u2',
      '[imageGCManager]: Disk usage on image filesystem is at {usagePercent}% which is over the high threshold ({highThresholdPercent}%). Trying to free {amountToFree} bytes down to the low threshold ({lowThresholdPercent}%).',
      { severity: 'I', verbosity: 0, since: '1.13', until: '1.20' },
    ),
    keyed(
      'gc.over-threshold.s',
      'Disk usage on image filesystem is over the high threshold, trying to free bytes down to the low threshold',
      ['usage', 'highThreshold', 'amountToFree', 'lowThreshold'],
      { severity: 'I', verbosity: 0, since: '1.21' },
    ),
  ),
  ...family(
    {
      component: 'image-gc',
      file: 'image_gc_manager.go',
      meaning: 'An unused image is removed.',
    },
    text('gc.removing-image.u2', '[ImageManager]: Removing image "{imageID}" to free {size} bytes', {
      severity: 'I',
      verbosity: 0,
      until: '1.5',
      file: 'image_manager.go',
    }),
    text('gc.removing-image.u', '[imageGCManager]: Removing image "{imageID}" to free {size} bytes', {
      severity: 'I',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('gc.removing-image.s', 'Removing image to free bytes', ['imageID', 'size'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
      until: '1.28',
    }),
    keyed('gc.removing-image.s2', 'Removing image to free bytes', ['imageID', 'size', 'runtimeHandler'], {
      severity: 'I',
      verbosity: 0,
      since: '1.29',
    }),
  ),
  ...family(
    {
      component: 'image-gc',
      file: 'image_gc_manager.go',
      meaning: 'Unused images or dead containers are removed, because the node is short of disk space.',
    },
    text('gc.delete-unused.u', 'attempting to delete unused images', {
      severity: 'I',
      verbosity: 0,
      since: '1.10',
      until: '1.20',
    }),
    text('gc.delete-unused.u2', 'attempting to delete unused containers', {
      severity: 'I',
      verbosity: 0,
      since: '1.10',
      until: '1.20',
      file: 'container_gc.go',
    }),
    keyed('gc.delete-unused.s', 'Attempting to delete unused images', [], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
    }),
    keyed('gc.delete-unused.s2', 'Attempting to delete unused containers', [], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
      file: 'container_gc.go',
    }),
  ),
  ...family(
    {
      component: 'image-gc',
      file: 'image_gc_manager.go',
      facts: runtimeAway('docker'),
      meaning: 'The images could not be listed from the container runtime.',
      whatToDo: 'See the error of the list call.',
    },
    text('gc.monitor-failed.u', '[imageGCManager] Failed to monitor images: {err}', {
      severity: 'W',
      verbosity: 0,
      until: '1.20',
    }),
    text('gc.monitor-failed.u2', '[imageGCManager] Failed to update image list: {err}', {
      severity: 'W',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('gc.monitor-failed.s', 'Failed to monitor images', ['err'], { severity: 'I', verbosity: 0, since: '1.21' }),
    keyed('gc.monitor-failed.s2', 'Failed to update image list', ['err'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
    }),
  ),
];

/** Where the texts of these rows were read. */
export const imageGcSources: SourceTable = {
  'pkg/kubelet/kubelet.go': {
    'gc.image-failed-old.u': 'lines',
    'gc.image-failed-once.u': '1.8-1.20',
    'gc.image-failed-once.s': '1.21-1.36',
    'gc.image-failed.u': '1.8-1.20',
    'gc.image-failed.s': '1.21-1.36',
    'gc.container-failed.u': '1.8-1.20',
    'gc.container-failed.s': '1.21-1.36',
  },
  'pkg/kubelet/kuberuntime/kuberuntime_image.go': {
    'gc.list-images.u': 'klog, lines',
    'gc.list-images.s': 'lines of 1.28, 1.36',
    'gc.image-status.u': 'glog, klog',
    'gc.image-status.s': 'structured, contextual',
    'gc.remove-image.u': 'glog, klog',
    'gc.remove-image.s': 'structured, contextual',
  },
  'pkg/kubelet/image_manager.go': {
    'gc.over-threshold.u3': 'lines',
    'gc.removing-image.u2': 'lines',
  },
  'pkg/kubelet/images/image_gc_manager.go': {
    'gc.over-threshold.u4': 'glog',
    'gc.over-threshold.u': '1.9-1.12',
    'gc.over-threshold.u2': '1.13-1.20',
    'gc.over-threshold.s': '1.21-1.36',
    'gc.removing-image.u': '1.8-1.20',
    'gc.removing-image.s': '1.21-1.28',
    'gc.removing-image.s2': '1.29-1.36',
    'gc.delete-unused.u': '1.10-1.20',
    'gc.delete-unused.s': '1.21-1.36',
    'gc.monitor-failed.u': '1.8-1.20',
    'gc.monitor-failed.u2': '1.8-1.20',
    'gc.monitor-failed.s': '1.21-1.36',
    'gc.monitor-failed.s2': '1.21-1.36',
  },
  'pkg/kubelet/dockertools/container_gc.go': {
    'gc.dead-container.u': 'lines of 1.3',
  },
  'pkg/kubelet/container/container_gc.go': {
    'gc.delete-unused.u2': '1.10-1.20',
    'gc.delete-unused.s2': '1.21-1.36',
  },
};
