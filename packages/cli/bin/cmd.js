#!/usr/bin/env node
// npm links a program only when its file is there at install time, and the build comes after that. This file always is.
import '../dist/bin.js';
