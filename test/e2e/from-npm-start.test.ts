import { describeWay } from './npm-start.js';

// from-npm-start.proof.test.ts goes to systemd.
describeWay('a container');
