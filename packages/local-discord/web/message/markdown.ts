import { html, type TemplateResult } from 'lit';
import type { MessageActs, Sight } from '../sight.js';
import { linkTemplate } from './link.js';
import {
	channelMention,
	commandMention,
	everyoneMention,
	navigationMention,
	roleMention,
	userMention,
} from './mention.js';
import { type MarkdownNode, parseInlineMarkdown, parseMarkdown } from './parse-markdown.js';
import { timeTemplate } from './time.js';

/** Who looks at a message, and what the person's presses come to. */
export interface Reader {
	readonly sight: Sight;
	readonly acts: MessageActs;
}

type Drawn = string | TemplateResult;

/** Discord's markdown as it is read. */
export function markdown(text: string, reader: Reader): TemplateResult {
	return html`<div class="markdown" dir="auto">${drawAll(parseMarkdown(text.trim()), reader)}</div>`;
}

/** Markdown within a line, such as an embed's title. */
export function inlineMarkdown(text: string, reader: Reader): TemplateResult {
	return html`<span class="markdown" dir="auto">${drawAll(parseInlineMarkdown(text.trim()), reader)}</span>`;
}

/** A text without what only terminals and attackers see in it: control characters. */
export function plainText(text: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out.
	return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
}

function drawAll(nodes: readonly MarkdownNode[], reader: Reader): Drawn[] {
	const drawn: Drawn[] = [];
	for (const node of nodes) {
		const next = draw(node, reader);
		const last = drawn.at(-1);
		// The parser cuts texts where something might begin: put together again they are one piece of the page.
		if (typeof next === 'string' && typeof last === 'string') drawn[drawn.length - 1] = last + next;
		else drawn.push(next);
	}
	return drawn;
}

// No white space within these templates: a line break in them would be one of the text.
function draw(node: MarkdownNode, reader: Reader): Drawn {
	const { sight } = reader;
	switch (node.type) {
		case 'text':
			return plainText(node.content);
		case 'br':
			return '\n';
		case 'strong':
			return html`<strong>${drawAll(node.content, reader)}</strong>`;
		case 'em':
			return html`<em>${drawAll(node.content, reader)}</em>`;
		case 'underline':
			return html`<u>${drawAll(node.content, reader)}</u>`;
		case 'strikethrough':
			return html`<s>${drawAll(node.content, reader)}</s>`;
		case 'spoiler':
			return html`<span class="spoiler" tabindex="0">${drawAll(node.content, reader)}</span>`;
		case 'inlineCode':
			return html`<code>${plainText(node.content)}</code>`;
		case 'codeBlock':
			return html`<pre><code>${plainText(node.content)}</code></pre>`;
		case 'heading':
			return headingTemplate(node.level, drawAll(node.content, reader));
		case 'subtext':
			return html`<small class="subtext">${drawAll(node.content, reader)}</small>`;
		case 'blockQuote':
			return html`<blockquote>${drawAll(node.content, reader)}</blockquote>`;
		case 'list':
			return listTemplate(node, reader);
		case 'url':
		case 'autolink':
		case 'link':
			return linkTemplate(node.target, drawAll(node.content, reader), sight);
		case 'user':
			return userMention(node.id, reader);
		case 'role':
			return roleMention(node.id, sight);
		case 'channel':
			return channelMention(node.id, sight);
		case 'everyone':
		case 'here':
			return everyoneMention(node.type);
		case 'slashCommand':
			return commandMention(node.fullName, reader.acts);
		case 'guildNavigation':
			return navigationMention(node.navigation);
		case 'emoji':
			return html`<span class="emoji">:${node.name}:</span>`;
		case 'timestamp':
			return timeTemplate(Number(node.timestamp) * 1000, node.format ?? 'f', sight);
	}
}

function headingTemplate(level: number, content: readonly Drawn[]): TemplateResult {
	if (level === 1) return html`<h1>${content}</h1>`;
	return level === 2 ? html`<h2>${content}</h2>` : html`<h3>${content}</h3>`;
}

function listTemplate(list: Extract<MarkdownNode, { type: 'list' }>, reader: Reader): TemplateResult {
	const items = list.items.map((item) => html`<li>${drawAll(item, reader)}</li>`);
	return list.ordered ? html`<ol start=${list.start}>${items}</ol>` : html`<ul>${items}</ul>`;
}
