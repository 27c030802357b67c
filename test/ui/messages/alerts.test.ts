import { expect, it } from 'vitest';
import { translatorFor } from '../../../src/i18n/translator.js';
import { alertView } from '../../../src/ui/messages/alerts.js';

it('an alert about another account is shown whatever the account is called', () => {
	const { components } = alertView(translatorFor('en'), {
		kind: 'other-account',
		known: 'maren',
		seen: '\ud800',
	});
	expect(JSON.stringify(components)).toContain('cc1:alert-accept:%EF%BF%BD');
});
