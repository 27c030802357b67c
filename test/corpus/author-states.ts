import { accountFailureView, accountPrivateView, accountView } from '../../src/views/account-view.js';
import { statsView } from '../../src/views/stats-view.js';
import { reportOf, sampleReport } from '../views/sample-report.js';
import { sampleAccount } from '../views/samples.js';
import { now } from './sample.js';
import type { Surface } from './state.js';

const share = { claims: 900, supported: 301, countedAt: now };

export const authorSurface: Surface = {
	title: 'For the author',
	states: [
		{
			name: 'stats',
			says: '/stats',
			show: (t) => statsView(t, { report: sampleReport(), share, chart: Buffer.from('a picture') }),
		},
		{
			name: 'stats/none',
			says: 'Nobody verified',
			show: (t) => statsView(t, { report: reportOf(30), share: undefined, chart: undefined }),
		},
		{ name: 'account', says: '/account', show: (t) => accountView(t, sampleAccount()) },
		{
			name: 'account/private',
			says: '*Show e-mail and balance*',
			show: (t) => accountPrivateView(t, sampleAccount()),
		},
		{
			name: 'account/key',
			says: 'The shop refuses the key',
			show: (t) => accountFailureView(t, { kind: 'bad-key' }),
		},
	],
};
