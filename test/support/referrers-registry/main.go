// A registry in memory that lists what refers to a manifest. It listens on a free port, which it prints.
package main

import (
	"fmt"
	"io"
	"log"
	"net"
	"net/http"

	"github.com/google/go-containerregistry/pkg/registry"
)

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(listener.Addr())
	quiet := registry.Logger(log.New(io.Discard, "", 0))
	log.Fatal(http.Serve(listener, registry.New(registry.WithReferrersSupport(true), quiet)))
}
