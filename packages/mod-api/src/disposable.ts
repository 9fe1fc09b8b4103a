/**
 * The handle of one registration.
 *
 * Source: mods page, "ModApi reference".
 */
export interface Disposable {
  /** Undoes exactly that one registration. A second call does nothing. Never throws. */
  dispose(): void;
}
