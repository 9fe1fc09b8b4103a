/** Finds, installs, filters, orders, loads and reloads mods. */

export {};
