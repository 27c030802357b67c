import { expect, it } from 'vitest';
import { doctorView } from '../../../commands/doctor/doctor.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import { trouble } from '../../../src/servers/guild-finding.js';

const t = translatorFor('en-US');

it.each([
	['leads to the page that puts it right', { page: 'buyer' } as const, true],
	['leads nowhere if no page does', {}, false],
])('a finding %s', (_, details, leads) => {
	const guild = { id: '100000000000000001', name: 'Aurora Support' };
	const finding = trouble('problem', 'some', 'finding.buyerRole.says', 'finding.buyerRole.todo', details);
	const view = JSON.stringify(doctorView(t, { findings: [{ ...finding, guild }], at: 7 }));
	expect(view.includes('"cc1:setup-page:buyer:0"')).toBe(leads);
});
