import type { APIButtonComponent } from 'discord.js';
import type { PasteMistake } from '../../claims/paste-mistake.js';
import type { Translator } from '../../i18n/translator.js';
import { openDispute } from '../custom-ids/dispute-ids.js';
import { askForCode, whereIsMyCode } from '../custom-ids/verify-ids.js';
import { button } from '../kit/components.js';
import { askButton, askLine, type Place } from '../kit/discord-links.js';
import type { MessageView } from '../kit/message.js';
import { bold, buttons, linkButton, notice, page, primary, small, text } from '../kit/page.js';
import { timestamp } from '../kit/text.js';
import { codePattern } from './code-form.js';

/** What a wrong code leaves a member: how many more may go wrong, and until when there is a pause. */
interface ShownTries {
	readonly left: number;
	readonly retryAt?: number;
}

/** What keeps a member from verifying. Times are milliseconds since the epoch. */
export type VerifyRefusal =
	| { readonly kind: 'not-a-code'; readonly mistake: PasteMistake }
	| { readonly kind: 'invalid'; readonly tries?: ShownTries }
	| { readonly kind: 'taken'; readonly seats?: number; readonly tries: ShownTries }
	| {
			readonly kind: 'limited';
			readonly because: 'wrong-codes' | 'many-codes' | 'still-checking';
			readonly retryAt: number | undefined;
	  }
	/** The shop doesn't answer, and is asked again then. */
	| { readonly kind: 'waiting'; readonly nextTryAt: number }
	/** It has not answered in time. */
	| { readonly kind: 'gave-up' }
	/** It refuses the bot's key. */
	| { readonly kind: 'key-refused' };

/** Where an answer is shown, and the number by which staff find it. */
export interface RefusalContext {
	readonly place: Place;
	readonly reference: string;
}

/** From how many tries on they are counted down. */
const fewTries = 3;

/** The answer to a member whose code could not be verified. What was typed is never repeated. */
export function verifyRefusalView(
	t: Translator,
	refusal: VerifyRefusal,
	context: RefusalContext,
): MessageView {
	const { place, reference } = context;
	const again = button(t('button.tryAgain'), askForCode.encode());
	const where = button(t('button.whereIsMyCode'), whereIsMyCode.encode());
	const ask = askButton(t, place);
	switch (refusal.kind) {
		case 'not-a-code':
			return notice(
				mistakeTitle(t, refusal.mistake),
				[mistakeText(t, refusal.mistake), t('verify.notCounted')],
				buttons(primary(again), where),
			);
		case 'invalid': {
			const number = refusal.tries && triesLine(t, refusal.tries);
			const last =
				number === undefined ? t('verify.reference', { id: reference }) : `${number} · ${reference}`;
			const lines = [t('verify.invalid'), askLine(t, place), small(last)];
			return notice(t('verify.invalidTitle'), lines, buttons(primary(again), where, ask));
		}
		case 'taken': {
			const { seats, tries } = refusal;
			const why = seats === undefined ? t('verify.taken') : t('verify.seatsTaken', { seats });
			const left = triesLine(t, tries);
			const lines = [why, t('verify.takenReference', { id: reference }), left && small(left)];
			const another = button(t('button.verifyAnother'), askForCode.encode());
			const mine = primary(button(t('verify.mine'), openDispute.encode(reference)));
			return notice(t('verify.takenTitle'), lines, buttons(mine, another));
		}
		case 'limited':
			return limitedView(t, refusal, { place, again, where, ask });
		case 'waiting': {
			const when = relative(refusal.nextTryAt);
			return notice(t('verify.shopDownTitle'), [t('verify.shopDown'), t('verify.nextTry', { when })]);
		}
		case 'gave-up':
			return notice(t('verify.gaveUpTitle'), [t('verify.gaveUp')], buttons(primary(again)));
		case 'key-refused':
			return notice(
				t('verify.keyRefusedTitle'),
				[t('verify.keyRefused'), askLine(t, place), small(t('verify.reference', { id: reference }))],
				buttons(primary(again), ask),
			);
	}
}

/** Where buyers find their code, with the server's own example where it has one. */
export function whereIsMyCodeView(t: Translator, { links }: Place): MessageView {
	const where = t('verify.where', { pattern: `\`${codePattern}\`` });
	const verify = button(t('button.verify'), askForCode.encode());
	return page(
		'info',
		text(bold(t('button.whereIsMyCode')), where),
		buttons(primary(verify), linkButton(t('verify.seeExample'), links.exampleUrl)),
	);
}

function limitedView(
	t: Translator,
	{ because, retryAt }: Extract<VerifyRefusal, { kind: 'limited' }>,
	{
		place,
		again,
		where,
		ask,
	}: {
		readonly place: Place;
		readonly again: APIButtonComponent;
		readonly where: APIButtonComponent;
		readonly ask: APIButtonComponent | undefined;
	},
): MessageView {
	if (because === 'still-checking' || retryAt === undefined) {
		return notice(t('verify.busyTitle'), [t('verify.busy'), t('verify.notCounted')], buttons(primary(again)));
	}
	const when = relative(retryAt);
	const why = because === 'wrong-codes' ? t('verify.limited', { when }) : t('verify.often', { when });
	return notice(t('verify.limitedTitle'), [why, askLine(t, place)], buttons(where, ask));
}

function mistakeTitle(t: Translator, mistake: PasteMistake): string {
	return 'count' in mistake
		? t(`verify.mistake.${mistake.kind}`, { n: mistake.count })
		: t(`verify.mistake.${mistake.kind}`);
}

function mistakeText(t: Translator, { kind }: PasteMistake): string {
	if (kind === 'missing' || kind === 'too-many') return t('verify.copyAgain');
	if (kind === 'two-codes') return t('verify.oneByOne');
	return t('verify.looksLike', { pattern: `\`${codePattern}\`` });
}

/** Undefined while there are enough. */
function triesLine(t: Translator, { left, retryAt }: ShownTries): string | undefined {
	if (retryAt !== undefined) return t('verify.noTriesLeft', { when: relative(retryAt) });
	return left > fewTries ? undefined : t('verify.triesLeft', { n: left });
}

/** Rounded up: who comes back at the second that is shown must not be too early. */
function relative(ms: number): string {
	return timestamp(Math.ceil(ms / 1000) * 1000, 'R');
}
