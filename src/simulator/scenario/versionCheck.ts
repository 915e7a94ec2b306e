import {
  type KubeletVersion,
  NEWEST_KNOWN_VERSION,
  OLDEST_KNOWN_VERSION,
  parseVersion,
} from '../../kubelet/version.ts';
import type { Checker } from './fields.ts';

/** A version between the oldest and the newest that the model knows; without a patch the first. */
export function checkVersion(checker: Checker, text: string, path: string): KubeletVersion {
  const version = /^v?\d+\.\d+(?:\.\d+)?$/.test(text) ? parseVersion(text) : undefined;
  if (version === undefined) {
    checker.report(path, `"${text}" is no version; write it like 1.36.2`);
    return NEWEST_KNOWN_VERSION;
  }
  const { minor } = version;
  if (version.major !== 1 || minor < OLDEST_KNOWN_VERSION.minor || minor > NEWEST_KNOWN_VERSION.minor) {
    checker.report(
      path,
      `${text} is not known; choose one from 1.${OLDEST_KNOWN_VERSION.minor} to 1.${NEWEST_KNOWN_VERSION.minor}`,
    );
    return NEWEST_KNOWN_VERSION;
  }
  return version.patch === undefined ? { ...version, patch: 0 } : version;
}
