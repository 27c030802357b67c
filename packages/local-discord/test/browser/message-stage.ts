import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { basename, extname, join } from 'node:path';
import type { APIMessage } from 'discord-api-types/v10';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { safeHeaders } from '../../src/page/safe-answer.js';
import type { SightData } from '../../web/look/sight-data.js';

export interface StageMedia {
	readonly type: string;
	readonly bytes: Uint8Array;
}

const root = join(import.meta.dirname, '../..');
const types: Readonly<Record<string, string>> = {
	'.js': 'text/javascript; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.woff2': 'font/woff2',
};
const html =
	'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Messages</title><link rel="icon" href="icon.svg"><link rel="stylesheet" href="message-stage.css"><script type="module" src="message-stage.js"></script></head><body><main></main></body></html>';

const emptyIcon = '<svg xmlns="http://www.w3.org/2000/svg"/>';

/** A page on which messages are drawn as they are in the playground, from its sources, under its own headers. */
export class MessageStagePage {
	readonly page: Page;
	/** The browser's errors, and requests that the page's policy refused. */
	readonly said: string[] = [];
	/** Requests beside the stage itself. */
	readonly requested: string[] = [];
	readonly #close: () => Promise<void>;

	private constructor(page: Page, origin: string, close: () => Promise<void>) {
		this.page = page;
		this.#close = close;
		page.on('console', (message) => this.said.push(message.text()));
		page.on('pageerror', (error) => this.said.push(String(error)));
		page.on('request', (request) => {
			if (!request.url().startsWith(origin)) this.requested.push(request.url());
		});
	}

	/** `media`: what is served, by the end of its address. */
	static async open(
		browser: Browser,
		options: { readonly width?: number; readonly media?: Readonly<Record<string, StageMedia>> } = {},
	): Promise<MessageStagePage> {
		const files = await bundled();
		const server = createServer((request, response) => {
			const url = new URL(request.url ?? '/', 'http://stage');
			if (url.pathname === '/') return answer(response, 'text/html; charset=utf-8', html);
			if (url.pathname === '/icon.svg') return answer(response, 'image/svg+xml', emptyIcon);
			if (url.pathname === '/media') {
				const media = options.media?.[basename(url.searchParams.get('url') ?? '')];
				return answer(response, media?.type ?? 'text/plain', media?.bytes);
			}
			const name = url.pathname.slice(1);
			answer(response, types[extname(name)] ?? 'text/plain', files.get(name));
		});
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		const address = server.address();
		const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
		const page = await browser.newPage({ viewport: { width: options.width ?? 390, height: 844 } });
		const stage = new MessageStagePage(page, origin, async () => {
			await page.close();
			server.closeAllConnections();
			server.close();
		});
		await page.goto(origin);
		await page.waitForFunction(() => 'stage' in globalThis);
		return stage;
	}

	async show(messages: readonly APIMessage[], sight: SightData): Promise<void> {
		await this.page.evaluate(([all, data]) => (globalThis as unknown as StageWindow).stage.show(all, data), [
			messages,
			sight,
		] as const);
	}

	async acts(): Promise<unknown[][]> {
		return this.page.evaluate(() => (globalThis as unknown as StageWindow).stage.acts);
	}

	close(): Promise<void> {
		return this.#close();
	}
}

/** The stage in the browser, as far as tests call it. */
interface StageWindow {
	readonly stage: {
		readonly acts: unknown[][];
		show(messages: readonly APIMessage[], sight: SightData): Promise<void>;
	};
}

async function bundled(): Promise<Map<string, Uint8Array>> {
	const { outputFiles } = await build({
		absWorkingDir: root,
		entryPoints: ['web/look/message-stage.ts', 'web/look/message-stage.css'],
		entryNames: '[name]',
		assetNames: '[name]',
		outdir: '/stage',
		bundle: true,
		write: false,
		format: 'esm',
		target: 'es2022',
		loader: { '.woff2': 'file' },
		alias: { 'lit/directives/style-map.js': './web/style-map.ts' },
		logLevel: 'silent',
	});
	return new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
}

function answer(response: ServerResponse, type: string, body: string | Uint8Array | undefined): void {
	response.writeHead(body === undefined ? 404 : 200, { ...safeHeaders, 'Content-Type': type }).end(body);
}
