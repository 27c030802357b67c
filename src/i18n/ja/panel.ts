import type { panel as english } from '../en/panel.js';

export const panel = {
	'command.panel.name': 'パネル',
	'command.panel.description': '誰でも購入を認証できるメッセージを投稿します',
	'command.panel.channel.name': 'チャンネル',
	'command.panel.channel.description': '投稿先です。すでにあるパネルは更新されます',
	'panel.title': '購入を認証しましょう',
	'panel.text':
		'**購入を認証** を押して、領収書のコードを貼り付けてください。見えるのはあなたとボットだけです。\n\n数秒でロールが付きます。',
	'panel.verify': '購入を認証',
	'panel.codeLabel': '購入コード',
	'panel.codeHint': '領収書にあります。行ごと貼り付けても、中のコードを見つけます。',
	'panel.posted': 'パネルを投稿しました: {link}',
	'panel.changed': 'パネルは最新です: {link}',
	'panel.badPicture':
		'画像は元のままです。Discord が表示できるのはウェブアドレス（http または https）の画像だけです。',
	'panel.noChannel': 'このチャンネルには投稿できないか、もう存在しません。',
	'panel.noAccess':
		'{channel} に投稿できません。そこで **チャンネルを見る**、**メッセージを送信**、**埋め込みリンク** の権限をください。',
	'panel.missing': 'そのチャンネルにはもうパネルがありません。`/{command}` で投稿できます。',
	'panel.change': '文と画像を変更',
	'panel.titleLabel': 'タイトル',
	'panel.textLabel': '本文',
	'panel.emptyHint': '空にすると、いつもの文になります。',
	'panel.pictureLabel': '画像',
	'panel.pictureHint': '画像のウェブアドレスです。不要なら空にしてください。',
	'panel.audit': '⚙️ <@{userId}> が <#{channelId}> のパネルを投稿または変更しました',
} satisfies Record<keyof typeof english, string>;
