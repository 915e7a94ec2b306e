/** What every rule says of itself: `docs/inference.md` is made of it. */
export interface RuleText {
  /** e.g. `skip-names-relist`; constraints carry it. */
  readonly id: string;
  readonly title: string;
  /** Why it is so, for an SRE. */
  readonly reason: string;
  /** When the rule is sound. */
  readonly condition: string;
  /** Kubernetes file and versions that it mirrors, or how it was measured. */
  readonly source: string;
}
