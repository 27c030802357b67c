import type { APIButtonComponent } from 'discord.js';
import type { Translator } from '../../i18n/translator.js';
import type { MessageView } from '../kit/message.js';
import { buttons, page, text } from '../kit/page.js';
import { timestamp } from '../kit/text.js';

// Answers to a member who shows an item to everyone. `back`: the button to the item, or undefined.

type Back = APIButtonComponent | undefined;

export function sharedView(t: Translator, channelId: string | null, back: Back): MessageView {
	const channel = channelId === null ? '' : `<#${channelId}>`;
	return page('done', text(t('item.shared', { channel })), buttons(back));
}

/** The member may not post there. */
export function mayNotShareView(t: Translator, back: Back): MessageView {
	return page('refused', text(t('item.mayNotShare')), buttons(back));
}

/** The server restricts sharing to staff. */
export function staffShareView(t: Translator, back: Back): MessageView {
	return page('refused', text(t('item.staffShare')), buttons(back));
}

/** The member has shared an item there a moment ago. `at`: milliseconds since the epoch. */
export function sharedAlreadyView(t: Translator, at: number, back: Back): MessageView {
	return page('attention', text(t('item.sharedAlready', { when: timestamp(at, 'R') })), buttons(back));
}
