// A HashiCorp Vault of its own, in memory, with the transit engine and the AppRole method: Vault's
// own code without its command line. `npm run custody-check` builds it.
package main

import (
	"context"
	"fmt"
	"log"
	"net"
	"net/http"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/vault/builtin/credential/approle"
	"github.com/hashicorp/vault/builtin/logical/transit"
	vaulthttp "github.com/hashicorp/vault/http"
	"github.com/hashicorp/vault/sdk/helper/consts"
	"github.com/hashicorp/vault/sdk/logical"
	"github.com/hashicorp/vault/sdk/physical/inmem"
	"github.com/hashicorp/vault/vault"
)

// builtins knows the two plugins that this program has.
type builtins struct{}

func (builtins) Contains(name string, _ consts.PluginType) bool {
	return name == "transit" || name == "approle"
}

func (b builtins) Get(name string, kind consts.PluginType) (func() (interface{}, error), bool) {
	factory := logical.Factory(transit.Factory)
	if name == "approle" {
		factory = approle.Factory
	}
	return func() (interface{}, error) { return factory, nil }, b.Contains(name, kind)
}

func (builtins) Keys(kind consts.PluginType) []string {
	switch kind {
	case consts.PluginTypeSecrets:
		return []string{"transit"}
	case consts.PluginTypeCredential:
		return []string{"approle"}
	}
	return nil
}

func (builtins) DeprecationStatus(string, consts.PluginType) (consts.DeprecationStatus, bool) {
	return consts.Supported, true
}

func (builtins) IsBuiltinEntPlugin(string, consts.PluginType) bool { return false }

func main() {
	logger := hclog.NewNullLogger()
	storage, err := inmem.NewInmem(nil, logger)
	if err != nil {
		log.Fatal(err)
	}
	core, err := vault.NewCore(&vault.CoreConfig{
		Physical: storage,
		LogicalBackends: map[string]logical.Factory{
			"transit": transit.Factory,
			"kv":      vault.LeasedPassthroughBackendFactory,
		},
		CredentialBackends: map[string]logical.Factory{"approle": approle.Factory},
		BuiltinRegistry:    builtins{},
		DisableMlock:       true,
		Logger:             logger,
	})
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	opened, err := core.Initialize(ctx, &vault.InitParams{
		BarrierConfig:  &vault.SealConfig{SecretShares: 1, SecretThreshold: 1},
		RecoveryConfig: &vault.SealConfig{SecretShares: 1, SecretThreshold: 1},
	})
	if err != nil {
		log.Fatal(err)
	}
	if _, err := core.Unseal(opened.SecretShares[0]); err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("{\"address\":\"http://%s\",\"rootToken\":%q}\n", listener.Addr(), opened.RootToken)
	handler := vaulthttp.Handler.Handler(&vault.HandlerProperties{Core: core})
	log.Fatal(http.Serve(listener, handler))
}
