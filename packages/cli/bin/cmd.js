#!/usr/bin/env node
// npm links a program only when its file is there at install time, and the bundle comes after that. This file always is.
import '../bundle/bin.js';
