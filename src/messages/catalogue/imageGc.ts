/** Messages of the component `image-gc`. */
import { type CatalogueRow, family, keyed, text } from '../row.ts';

export const imageGcRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'image-gc', file: 'kubelet.go',
      meaning: 'First image GC failed; stats may be missing.',
      whatToDo: 'Usually harmless at start.',
    },
    text('gc.image-failed-once.u', 'Image garbage collection failed once. Stats initialization may not have completed yet: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('gc.image-failed-once.s', 'Image garbage collection failed once. Stats initialization may not have completed yet', ['err'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'image-gc', file: 'kubelet.go',
      meaning: 'Image GC fails repeatedly.',
      whatToDo: 'Disk usage will grow; see err.',
    },
    text('gc.image-failed.u', 'Image garbage collection failed multiple times in a row: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('gc.image-failed.s', 'Image garbage collection failed multiple times in a row', ['err'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'image-gc', file: 'kubelet.go',
      meaning: 'Dead container removal failed.',
      whatToDo: 'Runtime trouble.',
    },
    text('gc.container-failed.u', 'Container garbage collection failed: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('gc.container-failed.s', 'Container garbage collection failed', ['err'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'image-gc', file: 'image_gc_manager.go',
      meaning: 'Image disk above the high threshold; images are deleted.',
      whatToDo: 'Free disk.',
    },
    text('gc.over-threshold.u', '[imageGCManager]: Disk usage on image filesystem is at {usagePercent}% which is over the high threshold ({highThresholdPercent}%). Trying to free {amountToFree} bytes', { severity: 'I', verbosity: 0, since: '1.9', until: '1.12' }),
    text('gc.over-threshold.u2', '[imageGCManager]: Disk usage on image filesystem is at {usagePercent}% which is over the high threshold ({highThresholdPercent}%). Trying to free {amountToFree} bytes down to the low threshold ({lowThresholdPercent}%).', { severity: 'I', verbosity: 0, since: '1.13', until: '1.20' }),
    keyed('gc.over-threshold.s', 'Disk usage on image filesystem is over the high threshold, trying to free bytes down to the low threshold', ['usage', 'highThreshold', 'amountToFree', 'lowThreshold'], { severity: 'I', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'image-gc', file: 'image_gc_manager.go',
      meaning: 'One image is removed.',
    },
    text('gc.removing-image.u', '[imageGCManager]: Removing image "{imageID}" to free {size} bytes', { severity: 'I', verbosity: 0, until: '1.20' }),
    keyed('gc.removing-image.s', 'Removing image to free bytes', ['imageID', 'size'], { severity: 'I', verbosity: 0, since: '1.21', until: '1.28' }),
    keyed('gc.removing-image.s2', 'Removing image to free bytes', ['imageID', 'size', 'runtimeHandler'], { severity: 'I', verbosity: 0, since: '1.29' }),
  ),
  ...family(
    {
      component: 'image-gc', file: 'image_gc_manager.go',
      meaning: 'Eviction manager asks for cleanup.',
      whatToDo: 'Disk pressure.',
    },
    text('gc.delete-unused.u', 'attempting to delete unused images', { severity: 'I', verbosity: 0, since: '1.10', until: '1.20' }),
    text('gc.delete-unused.u2', 'attempting to delete unused containers', { severity: 'I', verbosity: 0, since: '1.10', until: '1.20', file: 'container_gc.go' }),
    keyed('gc.delete-unused.s', 'Attempting to delete unused images', [], { severity: 'I', verbosity: 0, since: '1.21' }),
    keyed('gc.delete-unused.s2', 'Attempting to delete unused containers', [], { severity: 'I', verbosity: 0, since: '1.21', file: 'container_gc.go' }),
  ),
  ...family(
    {
      component: 'image-gc', file: 'image_gc_manager.go',
      meaning: 'Image list failed.',
      whatToDo: 'Runtime trouble.',
    },
    text('gc.monitor-failed.u', '[imageGCManager] Failed to monitor images: {err}', { severity: 'W', verbosity: 0, until: '1.20' }),
    text('gc.monitor-failed.u2', '[imageGCManager] Failed to update image list: {err}', { severity: 'W', verbosity: 0, until: '1.20' }),
    keyed('gc.monitor-failed.s', 'Failed to monitor images', ['err'], { severity: 'I', verbosity: 0, since: '1.21' }),
    keyed('gc.monitor-failed.s2', 'Failed to update image list', ['err'], { severity: 'I', verbosity: 0, since: '1.21' }),
  ),
];
