import type { MessageReading } from './message-reading.js';

// Reads a drawn message as a person does, from its elements: buttons in brackets, galleries by screen readers'
// descriptions, in the notation of the terminal's drawing of a phone. The two drawings can then be compared, which
// shows anything that one of them lacks.

export function readMessage(message: Element): MessageReading {
	return {
		text: textOf(message),
		alts: [...message.querySelectorAll('.tile')].map(altOf).filter((alt) => alt !== ''),
		links: [...message.querySelectorAll<HTMLAnchorElement>('a.button')].map(({ href }) => href),
	};
}

function textOf(message: Element): string {
	const author = text(message.querySelector('.author'));
	const head = [
		author,
		text(message.querySelector('.app-badge')),
		text(message.querySelector('.message-time')),
		text(message.querySelector('.edited')),
		text(message.querySelector('.only-you')),
	];
	const body = message.querySelector('.message-body');
	const lines = body === null ? [text(message.querySelector('.thinking span:last-child'))] : childLines(body);
	return [head.filter((part) => part !== '').join(' '), ...lines].join('\n');
}

function childLines(parent: Element): string[] {
	return [...parent.children].flatMap(linesOf);
}

/** The lines of one part of a message. What is not known here is read as it stands. */
function linesOf(part: Element): string[] {
	if (part.matches('.edited')) return [];
	if (part.matches('.markdown')) return markdownLines(part);
	if (part.matches('.action-row')) return [[...part.children].map(control).join(' ')];
	if (part.matches('.section')) return sectionLines(part);
	if (part.matches('.gallery')) return [gallery(part)];
	if (part.matches('.file-card')) return [`[file ${text(part.querySelector('.file-name'))}]`];
	if (part.matches('hr.separator')) return ['─'];
	if (part.matches('.separator')) return [];
	if (part.matches('.embed-thumbnail')) return ['[thumbnail]'];
	if (part.matches('.embed-image')) return ['[image]'];
	if (part.matches('.unknown-box')) return [`(${text(part)})`];
	if (part.matches('.embed-provider, .embed-author, .embed-title, .embed-field-name, .embed-footer-text')) {
		return [text(part)];
	}
	return part.children.length === 0 ? [text(part)] : childLines(part);
}

/** The button, or the picture, stands at the end of the first line. */
function sectionLines(section: Element): string[] {
	const texts = section.querySelector('.section-texts');
	const accessory = section.querySelector('.section-accessory')?.firstElementChild ?? undefined;
	const [first = '', ...rest] = texts === null ? [] : childLines(texts);
	const beside = accessory?.matches('.thumbnail')
		? '(pic)'
		: accessory === undefined
			? ''
			: control(accessory);
	return [`${first} ${beside}`, ...rest];
}

const marks: Readonly<Record<string, string>> = { primary: '+', success: '+', danger: '!' };

function control(element: Element): string {
	if (element.localName === 'page-select') return `▾ ${selected(element)}`;
	const label = [...element.querySelectorAll('.button-emoji, .button-label')].map(text).join(' ');
	if (element.matches('.url')) return `[${label}↗]`;
	if (element.matches(':disabled')) return `(${label})`;
	const mark = Object.entries(marks).find(([name]) => element.classList.contains(name))?.[1] ?? '';
	return `[${mark}${label}]`;
}

export function selected(select: Element): string {
	const picked = [...select.querySelectorAll('.select-picked')].map(
		(choice) => `${markOf(choice)}${text(choice.querySelector('.choice-label'))}`,
	);
	return picked.length > 0 ? picked.join(', ') : text(select.querySelector('.select-placeholder'));
}

/** The sign of a member, role or channel. */
function markOf(choice: Element): string {
	if (choice.querySelector('.mark-role, .mark-user') !== null) return '@';
	return choice.querySelector('.mark svg') === null ? '' : '#';
}

function gallery(element: Element): string {
	const alts = [...element.children].map((tile) => altOf(tile) || 'no description');
	return `[▦ ${alts.length === 1 ? '' : `${alts.length}: `}${alts.join(' · ')}]`;
}

/** A screen reader's description of a picture or video, or the words in place of a picture from elsewhere. */
function altOf(tile: Element): string {
	const media = tile.querySelector('img, video');
	if (media !== null) return media.getAttribute('alt') ?? media.getAttribute('aria-label') ?? '';
	return tile.querySelector('.elsewhere-alt')?.textContent ?? '';
}

/** Texts with their line breaks, blocks on lines of their own, lists with their bullets and numbers. */
export function markdownLines(markdown: Element): string[] {
	return written(markdown)
		.split('\n')
		.filter((line) => line.trim() !== '');
}

function written(node: Node): string {
	if (node instanceof Text) return node.data;
	if (!(node instanceof Element)) return '';
	const within = [...node.childNodes].map(written).join('');
	switch (node.localName) {
		case 'h1':
		case 'h2':
		case 'h3':
		case 'small':
			return `\n${within}\n`;
		case 'pre':
			return `\n${within}\n`;
		case 'discord-quote':
			return `\n${within.replace(/^/gm, '│ ')}\n`;
		case 'li': {
			const list = node.parentElement;
			const at = [...(list?.children ?? [])].indexOf(node);
			const mark = list instanceof HTMLOListElement ? `${list.start + at}.` : '•';
			return `\n${mark} ${within}\n`;
		}
		default:
			return within;
	}
}

export function text(element: Element | null): string {
	return element?.textContent?.trim() ?? '';
}
