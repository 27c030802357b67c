// Records its start where the real bot has its database, is ready, and never finishes its work after a SIGTERM.
import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

appendFileSync(fileURLToPath(process.env.DATABASE_URL.replace('sqlite:', 'file:')), 'x');
process.on('SIGTERM', () => {});
setInterval(() => {}, 1000);
process.stdout.write('{"level":"info","msg":"Ready"}\n');
