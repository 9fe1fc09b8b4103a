/** What a module specifier stands for, seen from one file of a package. */
export type Resolution =
  /** A source file of the package. */
  | { readonly kind: 'file'; readonly path: string }
  /** A file of the package that is data, such as JSON. */
  | { readonly kind: 'data'; readonly path: string }
  /** Compiled code: `.node` or `.wasm`. */
  | { readonly kind: 'native'; readonly path: string }
  /** One of Node's own modules, without `node:`. */
  | { readonly kind: 'builtin'; readonly name: string }
  /** The host's own packages. */
  | { readonly kind: 'host' }
  /** Another package. */
  | { readonly kind: 'external'; readonly name: string }
  /** A path that leaves the package. */
  | { readonly kind: 'outside' }
  /** A file that should be in the package and is not. */
  | { readonly kind: 'missing'; readonly path: string }
  /** Source text instead of a name: a `data:` URL. */
  | { readonly kind: 'text' };
