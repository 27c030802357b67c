import { html, type TemplateResult } from 'lit';
import { type Block, type Inline, parseMarkdown } from '../../src/drawing/parse-markdown.js';
import type { MessageActs, Sight } from '../sight.js';
import { linkTemplate } from './link.js';
import { channelMention, commandMention, roleMention, userMention } from './mention.js';
import { timeTemplate } from './time.js';

/** The viewer of a message, and handlers for their presses. */
export interface Reader {
	readonly sight: Sight;
	readonly acts: MessageActs;
}

type Drawn = string | TemplateResult;

/** Discord's markdown, rendered. */
export function markdown(text: string, reader: Reader): TemplateResult {
	const groups: Block[][] = [];
	for (const block of parseMarkdown(text.trim())) {
		const last = groups.at(-1);
		if (last?.[0]?.type === block.type) last.push(block);
		else groups.push([block]);
	}
	// No white space within the templates of a text, because a line break in them would show in the text.
	return html`<div class="markdown" dir="auto">${groups.map((group, at) => drawGroup(group, at < groups.length - 1, reader))}</div>`;
}

/** A text without control characters, which only terminals and attackers use. */
export function plainText(text: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters.
	return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
}

/** Consecutive lines of one kind. */
function drawGroup(group: readonly Block[], isFollowed: boolean, reader: Reader): unknown {
	const lines = group.map(({ content }) => drawAll(content, reader));
	const joined = lines.map((line, at) => [at === 0 ? '' : '\n', line]);
	switch (group[0]?.type) {
		case 'code':
			return html`<pre><code>${joined}</code></pre>`;
		case 'heading':
			return group.map(({ depth }, at) => headingTemplate(depth, lines[at] ?? []));
		case 'small':
			return lines.map((line) => html`<small class="subtext">${line}</small>`);
		case 'quote':
			return html`<blockquote>${joined}</blockquote>`;
		case 'item':
			return html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
		default:
			// A block in the middle of a text replaces the break before it.
			return [joined, isFollowed ? '\n' : ''];
	}
}

function drawAll(nodes: readonly Inline[], reader: Reader): readonly Drawn[] {
	return nodes.map((node) => draw(node, reader));
}

function draw(node: Inline, reader: Reader): Drawn {
	const { sight, acts } = reader;
	switch (node.type) {
		case 'text':
			return plainText(node.text);
		case 'code':
			return html`<code>${plainText(node.text)}</code>`;
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
		case 'link':
			return linkTemplate(node.address, drawAll(node.content, reader), sight);
		case 'mention':
			if (node.kind === 'user') return userMention(node.id, reader);
			return node.kind === 'role' ? roleMention(node.id, sight) : channelMention(node.id, sight);
		case 'command':
			return commandMention(node.name, acts);
		case 'time':
			return timeTemplate(node.at, node.style, sight);
	}
}

function headingTemplate(level: number, content: readonly Drawn[]): TemplateResult {
	if (level === 1) return html`<h1>${content}</h1>`;
	return level === 2 ? html`<h2>${content}</h2>` : html`<h3>${content}</h3>`;
}
