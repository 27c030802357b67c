@echo off
rem Starts Claimcheck with the Node.js of this folder. Settings and purchases are in claimcheck-data in the user's folder,
rem so that a new version, wherever it is unpacked, goes on with them.
rem With arguments it runs another program of the bot's there: start.cmd doctor, start.cmd claims-cli backup
setlocal
title Claimcheck
if not exist "%~dp0bin\node.exe" (
	echo Unpack the whole ZIP file first: right-click it, then "Extract All".
	pause
	exit /b 1
)
if not exist "%USERPROFILE%\claimcheck-data" mkdir "%USERPROFILE%\claimcheck-data"
cd /d "%USERPROFILE%\claimcheck-data"
if not "%~1"=="" (
	"%~dp0bin\node.exe" "%~dp0index.js" %*
	exit /b
)
echo Claimcheck runs in this window. Close it to stop the bot. Settings and purchases: %CD%
rem A new version may have new commands.
if exist .env "%~dp0bin\node.exe" "%~dp0index.js" register
"%~dp0bin\node.exe" "%~dp0index.js"
rem The window would close with what it says.
if errorlevel 1 pause
