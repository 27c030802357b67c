import type { refusal as english } from '../en/refusal.js';

export const refusal = {
	'refusal.administratorsOnly': 'このコマンドは、このサーバーの管理者だけが使えます。',
	'refusal.homeOnly': 'これはボットのホームサーバーの管理者専用です。',
	'refusal.managersOnly': 'これは、このサーバーを管理できるメンバー（**サーバー管理**権限）だけが使えます。',
	'refusal.outdated':
		'このボタンまたはメニューは、ボットの古いバージョンのものです。もう一度コマンドを実行してください。',
	'refusal.unknownCommand': 'ボットはこのコマンドをもう認識しません。数分後にもう一度お試しください。',
	'refusal.otherGuild': 'このボットは別のサーバー用です。そちらでお問い合わせください。',
	'refusal.starting': 'ボットは起動中です。数秒後にもう一度お試しください。',
	'refusal.guildOnly': 'このコマンドはサーバーで使ってください。ダイレクトメッセージでは使えません。',
	'refusal.linksLeftOut': '-# 表示できないリンクがあります。',
} satisfies Record<keyof typeof english, string>;
