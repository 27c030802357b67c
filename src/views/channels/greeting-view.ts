import type { Translator } from '../../i18n/translator.js';
import { serverUrl } from '../kit/discord-links.js';
import { contentView, type MessageView } from '../kit/message.js';
import { buttons, linkButton } from '../kit/page.js';
import { sentences } from '../kit/text.js';

/** The greeting to the owner of a server, as a direct message. */
export function greetingView(t: Translator, guildId: string): MessageView {
	const components = buttons(linkButton(t('button.openServer'), serverUrl(guildId)));
	return { ...contentView(t('firstRun.hello')), components };
}

/** The greeting in a channel of the server, where the command is clickable. */
export function greetingInChannelView(t: Translator): MessageView {
	return contentView(sentences(t, [t('firstRun.hello'), t('firstRun.command')]));
}
