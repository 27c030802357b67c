import type { Translator } from '../../src/i18n/translator.js';
import { drawPng } from '../../src/statistics/charts/draw.js';
import { stackedDaysSpec } from '../../src/statistics/charts/stacked-days.js';
import {
	accountFailureView,
	accountPrivateView,
	accountView,
} from '../../src/views/management/account-view.js';
import { statsChart, statsView } from '../../src/views/management/stats-view.js';
import { busyReport, reportOf } from '../views/sample-report.js';
import { sampleAccount } from '../views/samples.js';
import { now } from './sample.js';
import type { Surface } from './state.js';

const share = { claims: 900, supported: 301, countedAt: now };

/** The picture of /stats, which takes a moment to draw: the state itself has something else in its place. */
export async function sampleChart(t: Translator): Promise<Buffer> {
	return drawPng(stackedDaysSpec(statsChart(t, busyReport())));
}

export const authorSurface: Surface = {
	title: 'For the author',
	states: [
		{
			name: 'stats',
			says: '/stats',
			show: (t) => statsView(t, { report: busyReport(), share, chart: Buffer.from('a picture') }),
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
