import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../src/i18n/translator.js';
import { noticeContent } from '../../src/ui/messages/notices.js';
import { roleNames } from '../../src/ui/names.js';
import { messageRefusals } from './refusals.js';

const t = translatorFor('en');

describe('the names of roles', () => {
	it('are put into a sentence as they were typed', () => {
		expect(roleNames(t, ['Buyer', '*Aurora*', ''])).toBe('**@Buyer**, **@\\*Aurora\\***, and **@–**');
	});

	it('are limited to as many as a person reads', () => {
		const names = Array.from({ length: 25 }, (_, index) => `R${index + 1}`);
		expect(roleNames(t, names)).toMatch(/^\*\*@R1\*\*, .*\*\*@R10\*\*, and 15 more$/);
	});

	it('fit into a message, however many and long they are', () => {
		const roles = Array.from({ length: 25 }, () => '*'.repeat(100));
		const purchase = { name: '*'.repeat(300), ending: '3a8c' };
		const place = { guildId: '100000000000000001', links: {}, serverName: 'A server' };
		expect(messageRefusals(noticeContent(t, { kind: 'yours', purchase, roles }, place))).toEqual([]);
	});
});
