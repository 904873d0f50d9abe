<?php

declare(strict_types=1);

const TOLERANCE_S = 300;

/**
 * Whether a webhook is genuine. $rawBody is file_get_contents('php://input'), before json_decode;
 * $secret is the whole whsec_... string; $now is in Unix seconds.
 */
function is_genuine(string $rawBody, ?string $header, string $secret, ?int $now = null): bool
{
    $now ??= time();
    $t = '';
    $digests = [];
    foreach (array_map('trim', explode(',', $header ?? '')) as $part) {
        if (strncmp($part, 't=', 2) === 0) {
            $t = substr($part, 2);
        }
        // Two v1 parts come while a secret is being rotated: one that fits is enough.
        if (strncmp($part, 'v1=', 3) === 0) {
            $digests[] = substr($part, 3);
        }
    }
    if (preg_match('/\A[0-9]{1,12}\z/', $t) !== 1 || abs($now - (int) $t) > TOLERANCE_S) {
        return false;
    }
    $expected = hash_hmac('sha256', $t . '.' . $rawBody, $secret);
    foreach ($digests as $digest) {
        if (hash_equals($expected, $digest)) {
            return true;
        }
    }
    return false;
}

// php verify-webhook.php <Service-Signature> [now] < body, with the secret in WEBHOOK_SECRET
if (PHP_SAPI === 'cli' && realpath($argv[0]) === __FILE__) {
    $moment = isset($argv[2]) ? (int) $argv[2] : null;
    $rawBody = (string) file_get_contents('php://stdin');
    $genuine = is_genuine($rawBody, $argv[1] ?? null, (string) getenv('WEBHOOK_SECRET'), $moment);
    echo $genuine ? "genuine\n" : "refused\n";
    exit($genuine ? 0 : 1);
}
