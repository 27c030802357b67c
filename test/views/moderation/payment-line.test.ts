import { describe, expect, it } from 'vitest';
import type { Payment } from '../../../src/claims/purchase-facts.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import { paymentLine } from '../../../src/views/moderation/moderation-lines.js';
import { purchaseView } from '../../../src/views/moderation/moderation-purchase-view.js';
import { shownText } from '../shown.js';
import { caseOf, now } from './moderation-views.js';

const t = translatorFor('en-US');

describe('what was paid for a purchase', () => {
	it.each<[Payment, string | undefined]>([
		[{ price: 29, currency: 'USD', downloaded: true }, 'Paid $29.00 · downloaded'],
		[{ price: 29, currency: 'USD', downloaded: false }, 'Paid $29.00 · not downloaded yet'],
		[{ price: 0, currency: 'USD' }, 'Paid $0.00'],
		[{ price: 12.5 }, 'Paid 12.5'],
		[{ price: 3, currency: '*gold*' }, 'Paid 3 \\*gold\\*'],
		[{ downloaded: true }, 'Downloaded'],
		[{ downloaded: false }, 'Not downloaded yet'],
		[{}, undefined],
	])('%j reads %j', (payment, line) => {
		expect(paymentLine(t, payment)).toBe(line);
	});

	it('is written as the reader writes money', () => {
		const payment = { price: 1_029, currency: 'EUR', downloaded: false };
		expect(paymentLine(translatorFor('de'), payment)).toBe(
			'Bezahlt: 1.029,00\u00a0€ · noch nicht heruntergeladen',
		);
	});

	it('stands on the purchase’s page, also after a refund, and leaves no empty line if the payment is unknown', () => {
		const rights = { canManageRoles: true };
		const parts = { seats: 1, media: undefined, nameOf: () => undefined, now };
		const shown = (payment?: Payment) =>
			shownText(purchaseView(t, caseOf('Aurora', { status: 'revoked', payment }), rights, parts));
		expect(shown({ price: 29, currency: 'USD', downloaded: true })).toContain('\nPaid $29.00 · downloaded\n');
		expect(shown()).not.toMatch(/Paid|ownloaded|\n\n/);
	});
});
