#!/usr/bin/env node
import { main } from '../dist/cli/main.js';

// Ended by force: the module that was described may listen, or hold a connection that nobody closes.
process.exit(await main(process.argv.slice(2)));
