import { doctorView } from '../../../commands/doctor/doctor.js';
import type { Finding } from '../../../src/servers/guild-finding.js';
import { minute, now } from '../sample.js';
import { page, type States, variants } from '../state.js';
import { everyFinding } from './findings.js';
import { fineOf, tooHighOf } from './setup-overviews.js';

export const doctorStates: States = (foreign) => {
	const guild = { id: '100000000000000001', name: foreign.text('Maren’s Support') };
	const fine = fineOf(foreign).map((finding): Finding => ({ ...finding, guild }));
	const tooHigh: Finding = { ...tooHighOf(foreign), guild };
	const at = foreign.moment(now);
	const all = everyFinding(foreign);
	const checkups = [all, ...all.map((finding) => [finding])].map((findings) => [{ findings, at }] as const);
	return [
		page('doctor', '/doctor', doctorView, [{ findings: [tooHigh, ...fine], at: now - minute }]),
		page('doctor/well', 'All is well', doctorView, [{ findings: fine, at }]),
		...variants(doctorView, checkups),
	];
};
