import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/guilds/checkup/findings.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import { findingText } from '../../../src/views/management/finding-text.js';
import { usual } from '../../states/foreign.js';
import { everyFinding } from '../../states/management/findings.js';

const t = translatorFor('en-US');

const guild = { id: '100000000000000001', name: 'Aurora Support' };
const role = { id: '300000000000000001', name: 'Buyer' };

describe('a finding in words', () => {
	it.each(everyFinding(usual))(
		'says what is so, and what to do exactly where something is wrong: %j',
		(finding) => {
			for (const style of ['mention', 'plain'] as const) {
				const { says, todo } = findingText(t, finding, style);
				expect(says).not.toMatch(/\.$/);
				if (finding.level === 'ok') expect(todo).toBe('');
				else expect(todo).toMatch(/\.$/);
			}
		},
	);

	it.each<[Finding, string, string]>([
		[
			{ check: 'roles-assignable', level: 'problem', role, fault: 'above-bot', guild },
			'<@&300000000000000001> is above',
			'“Buyer” is above',
		],
		[
			{ check: 'roles-harmless', level: 'problem', role, powers: ['ManageGuild', 'ModerateMembers'], guild },
			'also gets: **Manage Server** and **Timeout Members**',
			'“Buyer” also gets: Manage Server and Timeout Members',
		],
		[
			{
				check: 'audit-channel',
				level: 'problem',
				channel: { id: '400000000000000001', name: 'audit' },
				fault: 'not-allowed',
				lacking: ['SendMessages'],
				guild,
			},
			'<#400000000000000001>',
			'#audit',
		],
	])(
		'names roles and channels as Discord shows them, or plainly for a terminal',
		(finding, inDiscord, plain) => {
			expect(findingText(t, finding, 'mention').says).toContain(inDiscord);
			expect(findingText(t, finding, 'plain').says).toContain(plain);
		},
	);
});
