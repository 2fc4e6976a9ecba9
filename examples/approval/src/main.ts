import { Checks } from './checks.js';
import { story } from './story.js';

const check = new Checks('approval');
await story(check).catch((error: unknown) => check.broken(error));
console.log(`\n${check.summary}`);
process.exit(check.allKept ? 0 : 1);
