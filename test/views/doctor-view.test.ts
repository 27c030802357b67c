import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/checkup/diagnosis.js';
import { translatorFor } from '../../src/i18n/translator.js';
import { doctorView } from '../../src/views/doctor-view.js';
import { allFindings } from './findings.js';
import { messageRefusals } from './refusals.js';

const t = translatorFor('en-US');

const guild = { id: '100000000000000001', name: 'Aurora Support' };
const linesOf = (findings: readonly Finding[]): string[] =>
	(doctorView(t, findings).embeds?.[0]?.description ?? '').split('\n');

describe('the check-up in Discord', () => {
	it('is taken by Discord and pings nobody, whatever was found', () => {
		const view = doctorView(t, allFindings);
		expect(messageRefusals(view)).toEqual([]);
		expect(view.allowedMentions).toEqual({ parse: [] });
	});

	it('shows troubles first, with what to do, and what is fine after them', () => {
		const lines = linesOf([
			{ check: 'store', level: 'ok' },
			{ check: 'unchecked', level: 'warning', what: 'commands' },
			{ check: 'manage-roles', level: 'problem', guild },
		]);
		expect(lines.map((line) => line.split(' ')[0])).toEqual(['❌', '-#', '⚠️', '-#', '✅']);
	});

	it('says so where nothing is wrong, and only there', () => {
		const fine: Finding = { check: 'store', level: 'ok' };
		expect(linesOf([fine])[0]).toBe('Everything is as it should be.');
		expect(linesOf([fine, { check: 'intents', level: 'problem' }])[0]).toMatch(/^❌/);
	});

	it('says how many more there are where Discord has no room for all', () => {
		const findings = Array.from({ length: 250 }, (_, index): Finding => {
			const role = { id: String(300_000_000_000_000_000n + BigInt(index)), name: 'Role' };
			return { check: 'roles-assignable', level: 'problem', role, fault: 'above-bot', guild };
		});
		const view = doctorView(t, findings);
		expect(messageRefusals(view)).toEqual([]);
		const lines = linesOf(findings);
		const shown = lines.filter((line) => line.startsWith('❌')).length;
		expect(lines.at(-1)).toBe(`… and ${250 - shown} more.`);
	});
});
