import { readFileSync, writeFileSync } from 'node:fs';
import { framesBefore, walkthrough, walkthroughFile } from './walkthrough.js';

// `npm run walkthrough`

writeFileSync(walkthroughFile, walkthrough(JSON.parse(readFileSync(framesBefore, 'utf8'))));
