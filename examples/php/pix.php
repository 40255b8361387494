<?php
// Charges a PIX, pays it in the sandbox, and verifies the signed webhook. PHP 8.1, no packages.
//
//     GUICHE_URL=http://127.0.0.1:3000 SANDBOX_URL=http://127.0.0.1:3001 \
//     GUICHE_SECRET_KEY=sk_... php pix.php

declare(strict_types=1);

/** Sends JSON and returns the parsed response. */
function request(string $method, string $url, ?array $body, array $headers): array
{
    $options = [
        'method' => $method,
        'header' => ['Content-Type: application/json', ...$headers],
        'timeout' => 30,
        'ignore_errors' => true, // A rejection has a body that explains it.
    ];
    if ($body !== null) {
        $options['content'] = json_encode($body, JSON_THROW_ON_ERROR);
    }
    $text = file_get_contents($url, false, stream_context_create(['http' => $options]));
    if ($text === false) {
        throw new RuntimeException("No response of $url. Repeat with the same Idempotency-Key.");
    }
    return json_decode($text, true, 512, JSON_THROW_ON_ERROR);
}

/** Calls the gateway with the secret key and returns `data`. The same key repeats no effect. */
function call(string $method, string $path, ?array $body = null, ?string $key = null): array
{
    $headers = ['Authorization: Basic ' . base64_encode('x:' . getenv('GUICHE_SECRET_KEY'))];
    if ($key !== null) {
        $headers[] = "Idempotency-Key: $key";
    }
    $response = request($method, getenv('GUICHE_URL') . $path, $body, $headers);
    if ($response['error'] !== null) {
        throw new RuntimeException($response['error']['code'] . ': ' . $response['message']);
    }
    return $response['data'];
}

/** Returns the event of a signed webhook, or null. `$body` is the raw bytes. */
function verify(string $body, array $headers, string $secret, int $toleranceSeconds = 300): ?array
{
    $id = $headers['webhook-id'] ?? '';
    $timestamp = $headers['webhook-timestamp'] ?? '';
    $isRecent = abs(time() - (int) $timestamp) <= $toleranceSeconds;
    if (preg_match('/^\d{1,12}$/D', $timestamp) !== 1 || !$isRecent) {
        return null;
    }
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $digest = hash_hmac('sha256', "$id.$timestamp.$body", $key, true);
    $expected = 'v1,' . base64_encode($digest);
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $signature) {
        if (hash_equals($expected, $signature)) {
            return json_decode($body, true, 512, JSON_THROW_ON_ERROR);
        }
    }
    return null;
}

/**
 * Reads one webhook from a socket and responds. A shop does this in a page of its web server, where
 * the body is `file_get_contents('php://input')` and the id is `$_SERVER['HTTP_WEBHOOK_ID']`.
 */
function receive($server, string $secret): ?array
{
    $connection = stream_socket_accept($server, 60);
    if ($connection === false) {
        throw new RuntimeException('no webhook arrived within a minute');
    }
    fgets($connection); // POST / HTTP/1.1
    $headers = [];
    while (($line = fgets($connection)) !== false && trim($line) !== '') {
        [$name, $value] = explode(':', $line, 2);
        $headers[strtolower($name)] = trim($value);
    }
    $length = (int) ($headers['content-length'] ?? 0);
    $body = $length > 0 ? stream_get_contents($connection, $length) : '';
    $event = verify($body, $headers, $secret);
    $status = $event === null ? '400 Bad Request' : '204 No Content';
    fwrite($connection, "HTTP/1.1 $status\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    fclose($connection);
    return $event;
}

$secret = call('GET', '/api/user/webhooks/secret')['secret'];
$server = stream_socket_server('tcp://127.0.0.1:' . (getenv('PORT') ?: '0'));
$address = stream_socket_get_name($server, false);

$sale = call('POST', '/api/user/transactions', [
    'amount' => 1990, // Cents: R$ 19.90.
    'paymentMethod' => 'PIX',
    'externalRef' => 'order-1',
    'customer' => ['name' => 'Ana Silva', 'email' => 'ana@example.com'],
    'postbackUrl' => "http://$address/",
], bin2hex(random_bytes(16)));
echo $sale['status'], ' ', $sale['pix']['qrcode'], "\n";

// In production the payer pays with the app of a bank.
request('POST', getenv('SANDBOX_URL') . '/pay', ['code' => $sale['pix']['qrcode']], []);

do {
    $event = receive($server, $secret);
} while (($event['event'] ?? '') !== 'transaction.paid');
echo $event['data']['status'], ' ', $event['data']['externalRef'], "\n";
