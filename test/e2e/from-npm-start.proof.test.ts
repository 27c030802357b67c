import { describeWay } from './npm-start.js';

describeWay('systemd');
