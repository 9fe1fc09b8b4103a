/** A skill: instructions that are read when they are needed, with the files beside them. */
export interface Skill {
  /** Lower-case words joined by `-`; what the model and `/name` call it by. */
  readonly name: string;
  /** One line that tells when it is of use. */
  readonly description: string;
  /** The instructions. */
  readonly body: string;
  /** Its folder, absolute: where paths in the instructions begin. */
  readonly folder: string;
  /** Its SKILL.md, absolute. */
  readonly file: string;
  /** Where it comes from, as a message names it: `the mod "a"`, `the package "b"`. */
  readonly owner: string;
  /** Only a person loads it, with `/name`; the model is not told of it. */
  readonly isForPersonOnly: boolean;
}
