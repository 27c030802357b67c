import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { answerEmpty, safeHeaders } from './safe-answer.js';

const types: Readonly<Record<string, string>> = {
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.svg': 'image/svg+xml',
	'.woff2': 'font/woff2',
	'.txt': 'text/plain; charset=utf-8',
};

/** Sends a file of the built page, which contains nothing of the world it will show. 404 if it doesn't exist. */
export async function serveStatic(folder: string, pathname: string, response: ServerResponse): Promise<void> {
	const name = pathname === '/' ? 'index.html' : pathname.slice(1);
	const type = types[extname(name)];
	// A single folder without subfolders, so a name with a slash is none of its files.
	const isName = /^[\w-][\w.-]*$/.test(name);
	const bytes =
		isName && type !== undefined ? await readFile(join(folder, name)).catch(() => undefined) : undefined;
	if (type === undefined || bytes === undefined) {
		answerEmpty(response, 404);
		return;
	}
	response
		.writeHead(200, { ...safeHeaders, 'Content-Type': type, 'Content-Length': bytes.length })
		.end(bytes);
}
