import type { PasteMistake } from '../../src/base/purchase-code.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { Tries, VerifyOutcome } from '../../src/services/verification/verify.js';
import { askForCode, askForDecision, whereIsMyCode, withoutCode } from '../../src/ui/entries.js';
import type { MessageView } from '../../src/ui/message.js';
import { bold, button, buttons, linkButton, notice, page, primary, small, text } from '../../src/ui/page.js';
import { askButton, askLine, type Place } from '../../src/ui/place.js';
import { dotted, timestamp } from '../../src/ui/text.js';

export const codePattern = 'xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx';

type Refused<Kind> = Extract<VerifyOutcome, { readonly kind: Kind }>;

export type VerifyRefusal =
	| Refused<'not-a-code' | 'invalid' | 'limited'>
	| Omit<Refused<'taken'>, 'hash'>
	/** The shop doesn't respond, and is asked again at that time. */
	| { readonly kind: 'waiting'; readonly nextTryAt: number }
	/** The shop has not responded in time, refused the key, or refused the code in unknown words. */
	| { readonly kind: 'gave-up' | 'key-refused' | 'refused' };

/** From this many tries on they are counted down. */
const fewTries = 3;

/** The answer to a member whose code could not be verified. The input is never repeated. */
export function verifyRefusalView(
	t: Translator,
	refusal: VerifyRefusal,
	{ place, reference }: { readonly place: Place; readonly reference: string },
): MessageView {
	const again = button(t('button.tryAgain'), askForCode.encode());
	const where = [
		button(t('button.whereIsMyCode'), whereIsMyCode.encode()),
		button(t('button.withoutCode'), withoutCode.encode()),
	];
	const ask = askButton(t, place);
	switch (refusal.kind) {
		case 'not-a-code': {
			const { mistake } = refusal;
			const title = t(`verify.mistake.${mistake.kind}`, { n: 'count' in mistake ? mistake.count : 0 });
			const lines = [mistakeText(t, mistake), small(t('verify.gaveUp'))];
			return notice(title, lines, primary(again), ...where);
		}
		case 'invalid': {
			const number = refusal.tries && triesLine(t, refusal.tries);
			const last = dotted(number, t('verify.reference', { id: reference }));
			// Once is enough: the later ones are mistyped again, and the reference is in them too.
			const more = refusal.isFirst
				? [t('verify.elsewhere', { reference }), number && small(number)]
				: [askLine(t, place), small(last)];
			const lines = [t('verify.invalid'), ...more];
			return notice(t('verify.invalidTitle'), lines, primary(again), ...where, ask);
		}
		case 'taken': {
			const { seats, tries } = refusal;
			const why = seats === undefined ? t('verify.taken') : t('verify.seatsTaken', { seats });
			const left = triesLine(t, tries);
			const lines = [why, t('verify.takenReference', { id: reference }), left && small(left)];
			const another = button(t('button.verifyAnother'), askForCode.encode());
			const mine = primary(button(t('dispute.formTitle'), askForDecision.encode(reference)));
			return notice(t('verify.takenTitle'), lines, mine, another);
		}
		case 'limited': {
			const { because, retryAt } = refusal;
			if (because === 'still-checking' || retryAt === undefined) {
				const lines = [t('verify.busy'), small(t('verify.gaveUp'))];
				return notice(t('verify.busyTitle'), lines, primary(again));
			}
			const key = because === 'wrong-codes' ? 'verify.limited' : 'verify.often';
			const lines = [t(key, { when: relative(retryAt) }), askLine(t, place)];
			return notice(t('verify.limitedTitle'), lines, ...where, ask);
		}
		case 'waiting': {
			const when = relative(refusal.nextTryAt);
			return notice(t('verify.shopDownTitle'), [t('verify.shopDown'), t('verify.nextTry', { when })]);
		}
		case 'gave-up':
			return notice(t('verify.gaveUpTitle'), [t('verify.gaveUp')], primary(again));
		case 'key-refused':
		case 'refused': {
			const last = small(t('verify.reference', { id: reference }));
			const lines = [t(`verify.${refusal.kind}.says`), askLine(t, place), last];
			return notice(t(`verify.${refusal.kind}.title`), lines, primary(again), ask);
		}
	}
}

/** Explains where to find a code, with the server's own example if it has one. */
export function whereIsMyCodeView(t: Translator, { links }: Place): MessageView {
	const where = t('verify.where', { pattern: `\`${codePattern}\`` });
	const verify = button(t('button.verify'), askForCode.encode());
	const without = button(t('button.withoutCode'), withoutCode.encode());
	const example = linkButton(t('verify.seeExample'), links.exampleUrl);
	const lines = text(bold(t('button.whereIsMyCode')), where);
	return page('info', lines, buttons(primary(verify), without, example));
}

function mistakeText(t: Translator, { kind }: PasteMistake): string {
	if (kind === 'missing' || kind === 'too-many') return t('verify.copyAgain');
	if (kind === 'two-codes') return t('verify.oneByOne');
	return t('verify.looksLike', { pattern: `\`${codePattern}\`` });
}

/** Undefined while enough tries are left. */
function triesLine(t: Translator, { left, retryAt }: Tries): string | undefined {
	if (retryAt !== undefined) return t('verify.noTriesLeft', { when: relative(retryAt) });
	return left > fewTries ? undefined : t('verify.triesLeft', { n: left });
}

/** Rounded up, so that the shown second is never too early. */
function relative(ms: number): string {
	return timestamp(Math.ceil(ms / 1000) * 1000, 'R');
}
