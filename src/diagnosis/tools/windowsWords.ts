/**
 * Next steps on a Windows node, in PowerShell. There is no systemd, no /proc and no kernel log; kubelet and containerd are services (of their own, or wrapped by NSSM)
 * that log into files: below C:\k on nodes of clouds and of sig-windows-tools, else where the service says.
 */
import { FLAG_FILES } from './flagFiles.ts';
import { AT_THAT_TIME } from './atThatTime.ts';
import type { Words } from '../words/runtimeWords.ts';

const SERVICE_EVENTS =
  "Get-WinEvent -FilterHashtable @{LogName='System'; ProviderName='Service Control Manager'} | Where-Object Message -match 'kubelet|containerd' | Select-Object -First 20";

export const WINDOWS_WORDS: Words = [
  [/systemctl status (containerd|kubelet|docker)\b/g, 'Get-Service $1'],
  [/systemctl start (containerd|kubelet|docker)\b/g, 'Start-Service $1'],
  ['systemctl enable --now kubelet', 'Set-Service kubelet -StartupType Automatic -Status Running'],
  [/systemctl restart (containerd|docker) kubelet\b/g, 'Restart-Service $1, kubelet'],
  [/systemctl restart (containerd|kubelet|docker)\b/g, 'Restart-Service $1'],
  [
    /systemctl stop kubelet; mv \/var\/lib\/kubelet\/(\w{1,40}) \/tmp\/; systemctl start kubelet/g,
    'Stop-Service kubelet; Move-Item C:\\var\\lib\\kubelet\\$1 $env:TEMP; Start-Service kubelet',
  ],
  [/systemctl stop kubelet\b/g, 'Stop-Service kubelet'],
  ['systemctl cat kubelet', 'sc.exe qc kubelet; nssm dump kubelet'],
  ['systemctl show kubelet -p NRestarts', SERVICE_EVENTS],
  [`journalctl -u containerd ${AT_THAT_TIME}`, 'Get-Content C:\\k\\containerd.log -Tail 500'],
  [
    `journalctl -u docker ${AT_THAT_TIME}`,
    "Get-WinEvent -FilterHashtable @{LogName='Application'; ProviderName='docker'} | Select-Object -First 100",
  ],
  [
    /journalctl -u kubelet \| grep -E "[^"]{1,120}"(?: \| tail)?/g,
    "Get-Content C:\\k\\kubelet.err.log -Tail 500 | Select-String 'F[0-9]{4}|command failed|panic'",
  ],
  [/journalctl -u kubelet\b[^`|]{0,60}/g, 'Get-Content C:\\k\\kubelet.err.log -Tail 500'],
  [/journalctl -u containerd\b[^`|]{0,60}/g, 'Get-Content C:\\k\\containerd.log -Tail 500'],
  [
    /journalctl -u docker\b[^`|]{0,60}/g,
    "Get-WinEvent -FilterHashtable @{LogName='Application'; ProviderName='docker'} | Select-Object -First 100",
  ],
  [FLAG_FILES, 'Get-Content C:\\var\\lib\\kubelet\\kubeadm-flags.env'],
  [
    /grep (?:-\w{1,3} )?"?([\w|]{3,80})"? \/var\/lib\/kubelet\/config\.yaml/g,
    "Select-String '$1' C:\\var\\lib\\kubelet\\config.yaml",
  ],
  ['grep server: /etc/kubernetes/kubelet.conf', "Select-String 'server:' C:\\k\\config"],
  [
    /openssl x509 -in \S{1,120} -noout -subject -dates/g,
    'certutil -dump C:\\var\\lib\\kubelet\\pki\\kubelet-client-current.pem',
  ],
  [
    /ss -ltnp \| grep -E ':\(([\d|]{1,24})\)(?:\\b)?'/g,
    "'$1' -split '\\|' | ForEach-Object { Get-NetTCPConnection -State Listen -LocalPort $_ } | Select-Object LocalPort,OwningProcess",
  ],
  ['ps -ef | grep -E "[k]ubelet|[k]3s|[k]ubelite"', 'Get-Process kubelet'],
  ['ip route get ', 'Find-NetRoute -RemoteIPAddress '],
  [/getent hosts ([^`\s]{1,253})/g, 'Resolve-DnsName $1'],
  ['cat /etc/resolv.conf', 'Get-DnsClientServerAddress'],
  [/curl (-k|-m)\b/g, 'curl.exe $1'],
  ['See how often systemd started it', 'See how often it was started'],
  [/(?:time )?crictl --timeout 20s ps -a \| wc -l/g, '(crictl --timeout 20s ps -a).Count'],
  ['crictl ps -a --state Exited -q | wc -l', '(crictl ps -a --state Exited -q).Count'],
  ['docker ps -aq --filter status=exited | wc -l', '(docker ps -aq --filter status=exited).Count'],
  [/`time crictl/g, '`crictl'],
  [/`(?:time )?timeout 20 docker/g, '`docker'],
  [/ls -l(?:a|L|d)? \/var\/lib\/kubelet\/device-plugins\/?/g, 'Get-ChildItem C:\\var\\lib\\kubelet\\device-plugins'],
  [/ls -l \/etc\/cni\/net\.d(?: \/opt\/cni\/bin)?/g, 'Get-ChildItem C:\\k\\cni\\config, C:\\k\\cni'],
  [
    /ls -l \/(?:run\/containerd\/containerd|run\/crio\/crio|var\/run\/docker)\.sock/g,
    "Get-ChildItem \\\\.\\pipe\\ | Where-Object Name -match 'containerd|docker'",
  ],
  [/df -h; df -i(?:; [^`]{1,120})?/g, 'Get-Volume; Get-PSDrive -PSProvider FileSystem'],
  [/`df -h`/g, '`Get-Volume`'],
  [
    /`uptime`(?:, `cat \/proc\/pressure\/[\w{},]{2,20}`)?/g,
    "`Get-Counter '\\Processor(_Total)\\% Processor Time','\\Memory\\Available MBytes','\\PhysicalDisk(_Total)\\Avg. Disk Queue Length'`",
  ],
  ['timedatectl', 'w32tm /query /status'],
  ['/etc/kubernetes/kubelet.conf', 'C:\\k\\config'],
  ['/var/lib/kubelet/config.yaml', 'C:\\var\\lib\\kubelet\\config.yaml'],
];

/** What a command of Linux begins with, or looks into: a step that still has one is of no use on Windows and is left out. */
const OF_LINUX =
  /\b(?:systemctl|journalctl|dmesg|iostat|smartctl|sysctl|modprobe|swapoff|findmnt|lsblk|umount|mount|stat|grep|awk|ps -e|pidof|free -m|ausearch|etcdctl|chronyc?d?|wc -l|xargs|uname|swapon|tail|ctr|runc|rmdir)\b/;
const PATH_OF_LINUX = /\/(?:proc|sys|etc|var|run|opt|dev)\//;

export function isOfLinux(step: string): boolean {
  return PATH_OF_LINUX.test(step) || step.split('`').some((part, index) => index % 2 === 1 && OF_LINUX.test(part));
}
