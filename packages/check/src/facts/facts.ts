/** Everything that rules look at. Each part is made when the first rule asks for it, and once. */

import { relative, sep } from 'node:path';
import type { SolvedPackage } from '@cmd-mods/inspect';
import { loadCompiler, readTarget, solvePackage } from '@cmd-mods/inspect';
import type { PackedPackage } from '../pack/pack.ts';
import type { Target } from '../target.ts';
import { type PackageJsonFacts, readPackageJson } from './package-json.ts';
import { SourceFacts } from './source-facts.ts';

/** What the check may touch of the world. */
export interface World {
  /** The folder of the project whose mods the target is held against; absolute. */
  readonly cwd: string;
  /** The person's home folder. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** See the head of this file. */
export class Facts {
  readonly target: Target;
  readonly world: World;
  readonly #packing: (() => Promise<PackedPackage>) | undefined;
  #solved: Promise<SolvedPackage> | undefined;
  #source: SourceFacts | undefined;
  #packageJson: PackageJsonFacts | undefined;

  /** @param packing packs the target and loads its mods from there; absent where nothing is to be packed or loaded */
  constructor(target: Target, world: World, packing?: () => Promise<PackedPackage>) {
    this.target = target;
    this.world = world;
    this.#packing = packing;
  }

  /** What the scanner knows about the mods. */
  async solved(): Promise<SolvedPackage> {
    this.#solved ??= this.#solve();
    return this.#solved;
  }

  async #solve(): Promise<SolvedPackage> {
    const { kind, root, mods } = this.target;
    const first = mods[0];
    const path = kind === 'file' && first ? first.realFile : root;
    const { files } = await readTarget(path, { cwd: root });
    const entries = mods.map(({ realFile }) => relative(root, realFile).split(sep).join('/'));
    return solvePackage(files, { entries });
  }

  /** What the code is. */
  async source(): Promise<SourceFacts> {
    const { root, mods } = this.target;
    const solved = await this.solved();
    this.#source ??= new SourceFacts(
      loadCompiler(),
      root,
      mods.map(({ realFile }) => realFile),
      solved,
    );
    return this.#source;
  }

  /** Whether some file of the mods does not parse. Rules about the code have nothing to say then. */
  async isBroken(): Promise<boolean> {
    const { program, files, tooDeep } = await this.source();
    return tooDeep.length > 0 || files.some((file) => program.getSyntacticDiagnostics(file).length > 0);
  }

  /** What package.json says; `undefined` where there is none. */
  get packageJson(): PackageJsonFacts | undefined {
    const { packageJson } = this.target;
    if (packageJson !== undefined) this.#packageJson ??= readPackageJson(packageJson);
    return this.#packageJson;
  }

  /** The package as npm would publish it, and how its mods load from there. */
  async packed(): Promise<PackedPackage | undefined> {
    return this.#packing?.();
  }
}
