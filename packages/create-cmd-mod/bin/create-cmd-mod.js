#!/usr/bin/env node
// npm links a program only when its file is there at install time, and what is built comes after that. This file always is.
import '../dist/bin.js';
